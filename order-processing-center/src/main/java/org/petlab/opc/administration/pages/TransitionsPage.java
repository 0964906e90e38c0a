package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.opc.administration.transitions.TransitionSwitch;
import org.petlab.opc.administration.transitions.TransitionSwitch.Switches;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;

/** The delegate of each transition, with a switch for those that cross applications. */
@WebServlet("/admin/transitions")
public class TransitionsPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient TransitionSwitch transitions;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Switches switches = transitions.all();
    show(
        "transitions",
        Map.of(
            "switches", switches, "message", message(switches, request.getParameter("switched"))),
        request,
        response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String transition = request.getParameter("transition");
    String delegate = request.getParameter("delegate");
    if (transition == null || delegate == null) {
      throw HttpProblem.badRequest("Expected a transition and a delegate for it.");
    }
    transitions.choose(transition, delegate);
    response.sendRedirect(request.getContextPath() + "/admin/transitions?switched=" + transition);
  }

  private static String message(Switches switches, String switched) {
    return switches.transitions().stream()
        .filter(each -> each.transition().equals(switched) && each.delegate() != null)
        .map(each -> each.transition() + " uses " + each.delegate() + " now.")
        .findFirst()
        .orElse("");
  }
}
