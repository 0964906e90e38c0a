package org.petlab.workflow.observability.measuring;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A page was asked for and answered: what is sampled meanwhile is the page's. */
@Name("petlab.Page")
@Label("Page")
@Category("Petlab")
@StackTrace(false)
class PageEvent extends Event {
  @Label("Page")
  String page;
}
