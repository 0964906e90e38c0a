package org.petlab.storefront.status;

import jakarta.servlet.annotation.WebServlet;
import org.petlab.workflow.observability.history.StepsServlet;

/** What the storefront did with an order, for the administration: {@code GET /steps/<id>}. */
@WebServlet("/steps/*")
public class StorefrontStepsServlet extends StepsServlet {
  private static final long serialVersionUID = 1L;

  public StorefrontStepsServlet() {
    super("/([^/]+)");
  }
}
