package org.petlab.workflow.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.petlab.documents.RefusalCode;

class SoapFaultRewriterTest {
  private static final String OF_THE_LAYER =
      "<S:Fault><faultcode>S:%s</faultcode><faultstring>at com.sun: &lt;Refusal 4111111111111111"
          + "</faultstring></S:Fault>";

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private int status = 200;

  @Test
  void whatIsNoFaultPasses() throws Exception {
    assertThat(answered(200, "<Receipt/>")).isEqualTo("<Receipt/>");
  }

  @Test
  void aFaultOfAnInboxPasses() throws Exception {
    String fault = SoapFaults.message(RefusalCode.UNREADABLE_DOCUMENT, "no order");
    assertThat(answered(500, fault)).isEqualTo(fault);
  }

  @Test
  void aFaultOfTheLayerIsReplacedByOneWithACode() throws Exception {
    assertThat(answered(500, OF_THE_LAYER.formatted("Client")))
        .contains("<code>UNREADABLE_DOCUMENT</code>")
        .doesNotContain("com.sun");
    assertThat(answered(500, OF_THE_LAYER.formatted("Server")))
        .contains("<code>UNAVAILABLE</code>", "send it again later")
        .doesNotContain("com.sun");
  }

  private String answered(int withStatus, String text) throws IOException {
    sent.reset();
    SoapFaultRewriter answer = new SoapFaultRewriter(response());
    answer.setStatus(withStatus);
    answer.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    answer.finish();
    assertThat(status).isEqualTo(withStatus);
    return sent.toString(StandardCharsets.UTF_8);
  }

  private HttpServletResponse response() {
    PrintWriter writer = new PrintWriter(sent, true, StandardCharsets.UTF_8);
    return (HttpServletResponse)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpServletResponse.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getStatus" -> status;
                  case "setStatus" -> {
                    status = (int) arguments[0];
                    yield null;
                  }
                  case "getOutputStream" -> new Sent();
                  case "getWriter" -> new Flushing(writer);
                  default -> null;
                });
  }

  private static final class Flushing extends PrintWriter {
    Flushing(PrintWriter to) {
      super(to, true);
    }

    @Override
    public void write(String text) {
      super.write(text);
      flush();
    }
  }

  private final class Sent extends ServletOutputStream {
    @Override
    public void write(int each) {
      sent.write(each);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException("Nothing here is asynchronous");
    }
  }
}
