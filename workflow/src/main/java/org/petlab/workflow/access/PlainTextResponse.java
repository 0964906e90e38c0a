package org.petlab.workflow.access;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers a program with one sentence for the person who reads its log. */
public final class PlainTextResponse {
  private PlainTextResponse() {}

  public static void send(HttpServletResponse response, int status, String sentence)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println(sentence);
  }
}
