package org.petlab.transactions.probe;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.util.List;
import javax.sql.DataSource;

/** Begins transactions, lets participants work in them, and ends them. */
@ApplicationScoped
public class Transactions {
  @Resource private UserTransaction current;
  @Inject private Participants participants;

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  private final ScriptedBranches own = new ScriptedBranches();
  private Trace trace;

  @PostConstruct
  void openTrace() {
    trace = new Trace(database);
  }

  String together(Ending ending) {
    begin();
    participants.write("together");
    participants.send("together");
    switch (ending) {
      case REFUSAL -> participants.enlist(ScriptedResource.refusing(trace));
      case END_FAILS -> participants.enlist(ScriptedResource.unreachable(ending, trace));
      case START_FAILS -> enlistInVain(ScriptedResource.unreachable(ending, trace));
      default -> {}
    }
    return ending == Ending.ROLLBACK ? rollBack() : commit();
  }

  private void enlistInVain(ScriptedResource resource) {
    try {
      participants.enlist(resource);
    } catch (IllegalStateException expected) {
      return;
    }
    throw new AssertionError("The resource was enlisted");
  }

  /**
   * Two of the probe's own resources stand before and behind the database's, so that their calls
   * show when the last agent commits: after the last has prepared, before the first commits.
   */
  String withLastAgent(LastAgentPlace place) {
    begin();
    if (place == LastAgentPlace.BEFORE_THE_OTHERS) {
      participants.writeWithoutXa("agent");
    }
    participants.send("last agent");
    participants.enlist(ScriptedResource.obeying("first", trace));
    participants.write("database");
    participants.enlist(ScriptedResource.obeying("last", trace));
    if (place == LastAgentPlace.AFTER_THE_OTHERS) {
      participants.writeWithoutXa("agent");
    }
    return commit();
  }

  String withResourceThatDies(LostCommit how) {
    begin();
    participants.write("dying");
    participants.send("dying");
    participants.enlist(ScriptedResource.dying(how, own, trace));
    String outcome = commit();
    participants.registerForRecovery(ScriptedResource.back(own, trace));
    return outcome;
  }

  /** The calls that the probe's own resources had since the last transaction began. */
  List<String> trace() {
    return trace.lines();
  }

  /** The branches of the resource that dies: how many are in each state. */
  String scriptedBranches() {
    return own.asJson();
  }

  private void begin() {
    trace.clear();
    try {
      current.begin();
    } catch (NotSupportedException | SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  private String commit() {
    try {
      current.commit();
      return "committed";
    } catch (RollbackException e) {
      return "rolled back";
    } catch (HeuristicMixedException | HeuristicRollbackException | SystemException e) {
      return e.toString();
    }
  }

  private String rollBack() {
    try {
      current.rollback();
      return "rolled back";
    } catch (SystemException e) {
      return e.toString();
    }
  }
}
