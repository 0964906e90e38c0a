package org.petlab.supplier.history;

import jakarta.servlet.annotation.WebServlet;
import org.petlab.workflow.observability.history.StepsServlet;

/** What the supplier did with an order: {@code GET /orders/<id>/steps}. */
@WebServlet("/orders/*")
public class SupplierStepsServlet extends StepsServlet {
  private static final long serialVersionUID = 1L;

  public SupplierStepsServlet() {
    super("/([^/]+)/steps");
  }
}
