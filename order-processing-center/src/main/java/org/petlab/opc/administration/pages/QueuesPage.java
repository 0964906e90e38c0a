package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.opc.administration.broker.Queues;
import org.petlab.pages.PageServlet;

/** How many documents wait in each queue. */
@WebServlet("/admin/queues")
public class QueuesPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient Queues queues;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("queues", Map.of("lengths", queues.lengths()), request, response);
  }
}
