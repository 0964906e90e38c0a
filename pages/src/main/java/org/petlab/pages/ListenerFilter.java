package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.petlab.workflow.kernel.BedSettings;

/**
 * Serves an address on its listener only: each of them has threads of its own, which what comes on
 * another must not take. web.xml says which addresses are {@code services}.
 */
public class ListenerFilter extends HttpFilter {
  private static final List<String> MANAGEMENT = List.of("/manage", "/manage/", "/metrics");

  @Inject private transient BedSettings bed;

  private transient List<String> services;

  @Override
  public void init() {
    services = List.of(getInitParameter("services").split(" "));
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String listener = listener(ServedPath.of(request), services);
    if (request.getLocalPort() != bed.number("listener." + listener, 0)) {
      throw HttpProblem.notFound("There is no such page on this port of the server.");
    }
    chain.doFilter(request, response);
  }

  static String listener(String path, List<String> services) {
    if (isOf(MANAGEMENT, path)) {
      return "management";
    }
    return isOf(services, path) ? "services" : "pages";
  }

  private static boolean isOf(List<String> addresses, String path) {
    return addresses.stream()
        .anyMatch(each -> each.endsWith("/") ? path.startsWith(each) : path.equals(each));
  }
}
