package org.petlab.submitting;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells when an order is complete: when the mail server has taken the mail that says so. Its record
 * is read as it grows, which costs the store nothing.
 */
final class CompletionMails implements Runnable {
  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MAX_READ_BYTES = 1 << 16;
  private static final int ORDER_ID = 1;
  private static final int KIND = 2;

  private final Path record;
  private final String kind;
  private final Map<String, CountDownLatch> awaited = new ConcurrentHashMap<>();

  /**
   * @param record a line of each mail: {@code wall_ns,order_id,kind,message_id}
   * @param kind of the mail that tells of the completion
   */
  CompletionMails(Path record, String kind) {
    this.record = record;
    this.kind = kind;
  }

  /** To be called before the order is submitted: its mail may come before its receipt. */
  CountDownLatch expect(String orderId) {
    CountDownLatch mailed = new CountDownLatch(1);
    awaited.put(orderId, mailed);
    return mailed;
  }

  /** Nobody waits for it any more. */
  void forget(String orderId) {
    awaited.remove(orderId);
  }

  /** Reads until its thread is interrupted. */
  @Override
  public void run() {
    try (RandomAccessFile file = new RandomAccessFile(record.toFile(), "r")) {
      byte[] bytes = new byte[MAX_READ_BYTES];
      StringBuilder cutOff = new StringBuilder();
      while (!Thread.currentThread().isInterrupted()) {
        int read = file.read(bytes);
        if (read > 0) {
          cutOff.append(new String(bytes, 0, read, StandardCharsets.ISO_8859_1));
          takeLines(cutOff);
        } else {
          LockSupport.parkNanos(POLL_NS);
        }
      }
    } catch (IOException gone) {
      throw new UncheckedIOException("the record of the mails cannot be read", gone);
    }
  }

  private void takeLines(StringBuilder text) {
    int begin = 0;
    for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", begin)) {
      String[] cells = text.substring(begin, end).split(",", -1);
      if (cells.length > KIND && cells[KIND].equals(kind)) {
        CountDownLatch mailed = awaited.remove(cells[ORDER_ID]);
        if (mailed != null) {
          mailed.countDown();
        }
      }
      begin = end + 1;
    }
    text.delete(0, begin);
  }
}
