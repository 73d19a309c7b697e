package dev.bullpen.posix;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The children that the kernel lists for one thread of a process, looked at again and again at the
 * cost of two or three calls; Linux only. For one thread.
 *
 * <p>Whoever waits for a listed child while the list is read may hide the next one, but not
 * himself: if all that is read are children that nobody has waited for, nothing was hidden.
 */
public final class ChildList implements AutoCloseable {
  /** For some sixty pids, which is more than anybody here expects to find. */
  private static final int BYTES = 512;

  private final RandomAccessFile list;
  private final byte[] buffer = new byte[BYTES];

  private ChildList(String thread) throws IOException {
    if (!ProcFolder.hasOurNumbers()) {
      throw new IOException("/proc has the numbers of another pid namespace");
    }
    list = new RandomAccessFile("/proc/" + thread + "/children", "r");
  }

  /** Those that the calling thread has started. */
  public static ChildList ofThisThread() throws IOException {
    return new ChildList("thread-self");
  }

  /**
   * Those that this process has adopted as a sub-reaper, and those of its threads that have ended:
   * they go to its first thread, which a JVM keeps until its end.
   */
  public static ChildList ofAdopted() throws IOException {
    return of(Self.pid());
  }

  /** All of a process that has one thread. */
  public static ChildList of(int pid) throws IOException {
    return new ChildList(pid + "/task/" + pid);
  }

  /**
   * Their pids, the dead included until they are waited for; the first ones only, if there are more
   * than some sixty, and nobody if the thread is no more.
   */
  public List<Integer> now() throws IOException {
    list.seek(0);
    int length = 0;
    int read;
    do { // a read may end before the list does
      read = Math.max(0, list.read(buffer, length, BYTES - length));
      length += read;
    } while (read > 0 && length < BYTES);
    List<Integer> pids = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (buffer[at] == ' ') {
        pids.add(Integer.valueOf(new String(buffer, from, at - from, StandardCharsets.US_ASCII)));
        from = at + 1;
      }
    }
    return pids;
  }

  @Override
  public void close() {
    try {
      list.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // which no reader of /proc is ever told
    }
  }
}
