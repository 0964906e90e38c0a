package org.petlab.opc.administration.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Links that keep the filters of the page that they stand on. */
final class Links {
  private static final List<String> FILTERS =
      List.of("state", "waiting", "customer", "from", "to", "text", "limit");

  private Links() {}

  /** The page behind this one. */
  static String next(HttpServletRequest request, String after) {
    return Stream.concat(
            FILTERS.stream()
                .filter(name -> request.getParameter(name) != null)
                .filter(name -> !request.getParameter(name).isBlank())
                .map(name -> pair(name, request.getParameter(name))),
            Stream.of(pair("after", after)))
        .collect(Collectors.joining("&", "?", ""));
  }

  private static String pair(String name, String value) {
    return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
