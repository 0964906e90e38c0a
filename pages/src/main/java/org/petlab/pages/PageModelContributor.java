package org.petlab.pages;

import jakarta.servlet.http.HttpServletRequest;

/** What an application shows on every page beside what the page is about, such as who is there. */
public interface PageModelContributor {

  /** Puts it into the request's attributes, just before a page is made. */
  void addTo(HttpServletRequest request);
}
