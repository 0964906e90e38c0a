package org.petlab.workflow.messaging.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Content;
import org.petlab.workflow.kernel.documents.DocumentIds;

/**
 * The documents that the SOAP entrances of this application took lately: each waits in a queue, and
 * no table has it before its step has committed. One that the queue did not take is kept, too: the
 * broker can have stored it all the same. Bounded; of what is older the tables know.
 */
@ApplicationScoped
public class RecentDocuments {
  static final int MAX_DOCUMENTS = 10_000;

  private final Map<String, String> contents = new LinkedHashMap<>();

  /**
   * Keeps a document that is about to be taken.
   *
   * @throws UnreadableDocumentException when one of this id, with other content, was taken already
   */
  public synchronized void keep(Transition transition, Object document) {
    String id = DocumentIds.of(document);
    String content = Content.of(document);
    String known = contents.putIfAbsent(transition.id() + " " + id, content);
    Content.requireSame(transition.document().element() + " " + id, known, content);
    if (contents.size() > MAX_DOCUMENTS) {
      contents.remove(contents.keySet().iterator().next());
    }
  }

  /** For a reset: the tables have forgotten them too. */
  public synchronized void forget() {
    contents.clear();
  }
}
