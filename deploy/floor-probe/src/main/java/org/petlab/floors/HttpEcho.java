package org.petlab.floors;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers what it was sent. */
@WebServlet("/services/http-echo")
public class HttpEcho extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] text = request.getInputStream().readAllBytes();
    response.setContentType("text/plain");
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
