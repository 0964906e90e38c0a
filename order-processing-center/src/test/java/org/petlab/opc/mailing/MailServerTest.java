package org.petlab.opc.mailing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.documents.Mail;
import org.petlab.documents.MailKind;
import org.petlab.workflow.kernel.BedSettings;

/** A failure that passes is told from one that does not, and leaves no connection open. */
class MailServerTest {
  private static final long DEADLINE_MS = 30_000;

  private ScriptedMailServer script;
  private MailServer server;

  @BeforeEach
  void begin() throws IOException {
    script = new ScriptedMailServer();
    server = server(script.port());
  }

  @AfterEach
  void end() throws IOException {
    server.close();
    script.close();
  }

  @Test
  void aConnectionIsKeptFromMailToMail() {
    server.send(mail("ada@example.org"));
    server.send(mail("ada@example.org"));

    assertThat(script.accepted()).isEqualTo(1);
    server.close();
    await(() -> script.open() == 0);
  }

  @Test
  void failedSendingLeavesNoConnectionOpen() {
    script.answering("DATA", "451 later");
    for (int i = 0; i < 5; i++) {
      assertThatExceptionOfType(MailNotSentException.class)
          .isThrownBy(() -> server.send(mail("ada@example.org")));
    }

    await(() -> script.open() == 0);
    assertThat(script.commands)
        .as("closed by who opened it, and not some time by the garbage collector")
        .filteredOn("QUIT"::equals)
        .hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"connect", "MAIL", "RCPT", "DATA", "end of data"})
  void aTemporaryRefusalIsTriedAgainLater(String at) {
    script.answering(at, "421 come back later");

    assertThatExceptionOfType(MailNotSentException.class)
        .isThrownBy(() -> server.send(mail("ada@example.org")));
    await(() -> script.open() == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MAIL", "RCPT", "DATA", "end of data"})
  void aPermanentRefusalIsNotTriedAgainAndGivesTheReason(String at) {
    script.answering(at, "550 5.1.1 nobody of that name");

    assertThatExceptionOfType(UndeliverableMailException.class)
        .isThrownBy(() -> server.send(mail("ada@example.org")))
        .withMessageContaining("<ada@example.org>")
        .withMessageContaining("550 5.1.1 nobody of that name");
    await(() -> script.open() == 0);
  }

  @Test
  void whatIsSaidOfTheSessionConcernsNoMail() {
    script.answering("MAIL", "530 5.7.0 authenticate first");

    assertThatExceptionOfType(MailNotSentException.class)
        .isThrownBy(() -> server.send(mail("ada@example.org")));
  }

  @Test
  void aServerThatIsAwayMayComeBack() throws IOException {
    script.close();

    assertThatExceptionOfType(MailNotSentException.class)
        .isThrownBy(() -> server.send(mail("ada@example.org")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b@example.org", "no address", "a@b@c", "ada@", ""})
  void whatIsNoAddressIsNotTriedAgain(String to) {
    assertThatExceptionOfType(UndeliverableMailException.class)
        .isThrownBy(() -> server.send(mail(to)));
    assertThat(script.commands).noneMatch(command -> command.startsWith("DATA"));
  }

  @Test
  void anAddressBeyondAsciiNeedsAServerThatTakesIt() {
    assertThatExceptionOfType(UndeliverableMailException.class)
        .isThrownBy(() -> server.send(mail("müller@example.org")))
        .withMessageContaining("SMTPUTF8");

    script.answering("EHLO", "250-petlab\r\n250 SMTPUTF8");
    assertThatCode(() -> server.send(mail("müller@example.org"))).doesNotThrowAnyException();
    assertThat(script.commands)
        .anyMatch(command -> command.startsWith("MAIL") && command.endsWith("SMTPUTF8"))
        .contains("RCPT TO:<müller@example.org>");
  }

  private static MailServer server(int port) {
    Properties bed = new Properties();
    bed.put("smtp.host", "127.0.0.1");
    bed.put("smtp.port", Integer.toString(port));
    return new MailServer(new BedSettings(bed));
  }

  private static Mail mail(String to) {
    Mail mail = new Mail();
    mail.setDocumentId("10001-M-approved");
    mail.setOrderId("10001");
    mail.setKind(MailKind.APPROVED);
    mail.setTo(to);
    mail.setSubject("Your order 10001 is approved");
    mail.setBody("Thank you.\n");
    return mail;
  }

  private static void await(BooleanSupplier holds) {
    long end = System.currentTimeMillis() + DEADLINE_MS;
    while (!holds.getAsBoolean()) {
      assertThat(System.currentTimeMillis()).as("not within %d ms", DEADLINE_MS).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
