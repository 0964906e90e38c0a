package org.petlab.pages.signon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.PageModelContributor;

/** Every page knows who is signed on, as {@code currentUser.name}: it is empty when nobody is. */
@ApplicationScoped
public class CurrentUserModel implements PageModelContributor {

  @Override
  public void addTo(HttpServletRequest request) {
    request.setAttribute("currentUser", CurrentUser.of(request));
  }
}
