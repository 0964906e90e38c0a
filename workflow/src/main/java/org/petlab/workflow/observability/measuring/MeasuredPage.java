package org.petlab.workflow.observability.measuring;

/**
 * A page that a thread answers. It is recorded where samples are to be told by page, and is a
 * single {@code if} otherwise; it never throws and never waits.
 */
public final class MeasuredPage {
  private static final MeasuredPage NOT_RECORDED = new MeasuredPage(null);

  private final PageEvent event;

  private MeasuredPage(PageEvent event) {
    this.event = event;
  }

  /**
   * Call it first, and end what it returns last, in the same thread.
   *
   * @param page one of a few names; nothing that a customer has typed, and no number of an order
   */
  public static MeasuredPage begin(String page) {
    PageEvent event = new PageEvent();
    if (!event.isEnabled()) {
      return NOT_RECORDED;
    }
    event.page = page;
    event.begin();
    return new MeasuredPage(event);
  }

  public void end() {
    if (event != null) {
      event.commit();
    }
  }
}
