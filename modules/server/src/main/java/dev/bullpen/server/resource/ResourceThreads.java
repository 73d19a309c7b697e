package dev.bullpen.server.resource;

import dev.bullpen.server.call.CallThreads;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Threads for reads that may take long without keeping a helper busy, or of which no client waits
 * for the end.
 *
 * @param files for what lies in files
 * @param hosts for scripts that read from hosts; the key is the host
 * @param polls for subscribed resources, so that no client waits for what none waits for
 */
public record ResourceThreads(CallThreads files, CallThreads hosts, CallThreads polls)
    implements AutoCloseable {
  /** Reading a file keeps a core busy. */
  private static final int FILES = 2;

  private static final int POLLS_OF_HOSTS = 1;

  /**
   * @param helpers how many there are at most; half of them may read from hosts, half of these from
   *     one
   * @param later see {@link CallThreads}
   */
  public static ResourceThreads of(int helpers, BiConsumer<Duration, Runnable> later) {
    return new ResourceThreads(
        new CallThreads("project file", FILES, Integer.MAX_VALUE, later),
        new CallThreads("host", Math.max(1, helpers / 2), Math.max(1, helpers / 4), later),
        new CallThreads("poll", Math.max(1, helpers), POLLS_OF_HOSTS, later));
  }

  /** For people. */
  public List<String> describe() {
    return List.of(files.describe(), hosts.describe(), polls.describe());
  }

  @Override
  public void close() {
    files.close();
    hosts.close();
    polls.close();
  }
}
