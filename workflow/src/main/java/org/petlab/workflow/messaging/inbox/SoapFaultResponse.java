package org.petlab.workflow.messaging.inbox;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.documents.RefusalCode;
import org.petlab.workflow.kernel.documents.EnvelopeProblem;

/**
 * The answer to a call that the SOAP layer never sees: a fault all the same, so that a client finds
 * code and reason where it looks for them.
 */
final class SoapFaultResponse {
  private SoapFaultResponse() {}

  /** SOAP answers a message with 500; what is none is HTTP's to refuse. */
  static void send(HttpServletResponse response, EnvelopeProblem problem) throws IOException {
    int status =
        problem.isMessage()
            ? HttpServletResponse.SC_INTERNAL_SERVER_ERROR
            : problem.code() == RefusalCode.WRONG_CONTENT_TYPE
                ? HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE
                : HttpServletResponse.SC_BAD_REQUEST;
    send(response, status, problem.code(), problem.reason());
  }

  static void send(HttpServletResponse response, int status, RefusalCode code, String reason)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/xml;charset=UTF-8");
    response.getWriter().write(SoapFaults.message(code, reason));
  }
}
