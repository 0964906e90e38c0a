package org.petlab.brokeragent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.deployers.impl.FileConfigurationParser;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker without a network, in which a stranger may send messages of up to 10,000 bytes. */
class MessageSizeLimitTest {
  private static final String CONFIGURATION =
      """
      <configuration xmlns="urn:activemq">
        <core xmlns="urn:activemq:core">
          <journal-type>NIO</journal-type>
          <journal-file-size>1M</journal-file-size>
          <journal-directory>FOLDER/journal</journal-directory>
          <bindings-directory>FOLDER/bindings</bindings-directory>
          <paging-directory>FOLDER/paging</paging-directory>
          <large-messages-directory>FOLDER/large-messages</large-messages-directory>
          <acceptors><acceptor name="inside">vm://0</acceptor></acceptors>
          <security-settings>
            <security-setting match="#"><permission type="send" roles="sender"/></security-setting>
          </security-settings>
          <addresses>
            <address name="orders"><anycast><queue name="orders"/></anycast></address>
          </addresses>
          <broker-plugins>
            <broker-plugin class-name="org.petlab.brokeragent.MessageSizeLimit">
              <property key="user" value="stranger"/>
              <property key="max-bytes" value="10000"/>
            </broker-plugin>
          </broker-plugins>
        </core>
      </configuration>
      """;
  private static final String PASSWORD = "opens-it";
  private static final int STREAMED_FROM = 1000;
  private static final int NEVER_STREAMED = 1_000_000;

  private static EmbeddedActiveMQ broker;

  @BeforeAll
  static void begin(@TempDir Path folder) throws Exception {
    String text = CONFIGURATION.replace("FOLDER", folder.toString());
    Configuration configuration =
        new FileConfigurationParser()
            .parseMainConfig(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    SecurityConfiguration users = new SecurityConfiguration();
    for (String user : List.of("stranger", "application")) {
      users.addUser(user, PASSWORD);
      users.addRole(user, "sender");
    }
    broker =
        new EmbeddedActiveMQ()
            .setConfiguration(configuration)
            .setSecurityManager(
                new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users));
    broker.start();
  }

  @AfterAll
  static void end() throws Exception {
    broker.stop();
  }

  @ParameterizedTest
  @ValueSource(ints = {STREAMED_FROM, NEVER_STREAMED})
  void aMessageWithinTheLimitIsTakenAndALargerOneIsRefused(int streamedFrom) throws Exception {
    long before = messages();
    send("stranger", 9_500, streamedFrom, false);
    assertThat(messages()).isEqualTo(before + 1);
    assertThatThrownBy(() -> send("stranger", 10_001, streamedFrom, false))
        .isInstanceOf(ActiveMQException.class)
        .hasMessageContaining("A message has at most 10000 bytes here, and this one has 1");
    assertThat(messages()).isEqualTo(before + 1);
  }

  @Test
  void whatIsCompressedIsRefusedHoweverSmall() {
    assertThatThrownBy(() -> send("stranger", 5_000, STREAMED_FROM, true))
        .hasMessageContaining("A compressed message is not taken here");
  }

  @Test
  void anApplicationIsNotBounded() throws Exception {
    long before = messages();
    send("application", 50_000, STREAMED_FROM, false);
    send("application", 50_000, NEVER_STREAMED, true);
    assertThat(messages()).isEqualTo(before + 2);
  }

  @Test
  void whoSendsWithinATransactionIsToldAtItsCommit() throws Exception {
    long before = messages();
    try (ServerLocator locator = ActiveMQClient.createServerLocator("vm://0");
        ClientSessionFactory connection = locator.createSessionFactory();
        ClientSession session =
            connection.createSession("stranger", PASSWORD, false, false, false, false, 0)) {
      session.createProducer("orders").send(message(session, 100));
      session.createProducer("orders").send(message(session, 10_001));
      assertThatThrownBy(session::commit).hasMessageContaining("at most 10000 bytes");
    }
    assertThat(messages()).isEqualTo(before);
  }

  private static void send(String user, int bytes, int streamedFrom, boolean compressed)
      throws Exception {
    try (ServerLocator locator = ActiveMQClient.createServerLocator("vm://0")) {
      locator.setMinLargeMessageSize(streamedFrom).setCompressLargeMessage(compressed);
      try (ClientSessionFactory connection = locator.createSessionFactory();
          ClientSession session =
              connection.createSession(user, PASSWORD, false, true, true, false, 0)) {
        session.createProducer("orders").send(message(session, bytes));
      }
    }
  }

  private static ClientMessage message(ClientSession session, int bytes) {
    ClientMessage message = session.createMessage(true);
    message.getBodyBuffer().writeBytes(new byte[bytes]);
    return message;
  }

  private static long messages() {
    return broker.getActiveMQServer().locateQueue(SimpleString.of("orders")).getMessageCount();
  }
}
