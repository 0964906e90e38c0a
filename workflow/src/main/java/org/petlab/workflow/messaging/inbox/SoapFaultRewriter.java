package org.petlab.workflow.messaging.inbox;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.petlab.documents.RefusalCode;
import org.petlab.workflow.kernel.Redaction;

/**
 * The answer of the SOAP layer. A fault that it makes itself has no code that a program could read:
 * it is held back, and another is sent in its place. What is no fault passes as it is written.
 */
final class SoapFaultRewriter extends HttpServletResponseWrapper {
  private static final Logger LOG = System.getLogger(SoapFaultRewriter.class.getName());

  private ByteArrayOutputStream fault;

  SoapFaultRewriter(HttpServletResponse response) {
    super(response);
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    if (getStatus() < SC_BAD_REQUEST) {
      return super.getOutputStream();
    }
    fault = new ByteArrayOutputStream();
    return new BufferedFault(fault);
  }

  /** Call it when the SOAP layer has done its work. */
  void finish() throws IOException {
    if (fault == null) {
      return;
    }
    String written = fault.toString(StandardCharsets.UTF_8);
    if (written.contains("<Refusal")) {
      super.getOutputStream().write(fault.toByteArray());
    } else {
      LOG.log(Level.WARNING, "The SOAP layer answered: {0}", Redaction.line(written));
      replace(written.contains(":Server<"));
    }
  }

  private void replace(boolean isOurs) throws IOException {
    HttpServletResponse response = (HttpServletResponse) getResponse();
    if (isOurs) {
      SoapFaultResponse.send(
          response,
          SC_INTERNAL_SERVER_ERROR,
          RefusalCode.UNAVAILABLE,
          "The server could not take the message: please send it again later");
    } else {
      SoapFaultResponse.send(
          response,
          SC_INTERNAL_SERVER_ERROR,
          RefusalCode.UNREADABLE_DOCUMENT,
          "The message is none that SOAP 1.1 allows");
    }
  }

  private static final class BufferedFault extends ServletOutputStream {
    private final ByteArrayOutputStream bytes;

    BufferedFault(ByteArrayOutputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public void write(int each) {
      bytes.write(each);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      bytes.write(source, offset, length);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException("A fault is written at once");
    }
  }
}
