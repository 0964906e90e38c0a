package org.petlab.pages.signon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.Surroundings;

/** Every page knows who is signed on, as {@code signedOn.name}: it is empty when nobody is. */
@ApplicationScoped
public class SignedOnOnPages implements Surroundings {

  @Override
  public void addTo(HttpServletRequest request) {
    request.setAttribute("signedOn", SignedOn.of(request));
  }
}
