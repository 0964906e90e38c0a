import java.util.ArrayDeque;

/** Allocates a given volume while a share of it stays alive, so that every collector has something to do. */
public class Allocation {
  static volatile Object sink;

  public static void main(String[] arguments) {
    long volumeBytes = Long.parseLong(arguments[0]) * 1024 * 1024;
    int keptBlocks = Integer.parseInt(arguments[1]);
    ArrayDeque<byte[]> kept = new ArrayDeque<>();
    for (long allocated = 0; allocated < volumeBytes; allocated += 4096) {
      byte[] block = new byte[4096];
      sink = block;
      if (allocated % (16 * 4096) == 0) {
        kept.addLast(block);
        if (kept.size() > keptBlocks) {
          kept.removeFirst();
        }
      }
    }
  }
}
