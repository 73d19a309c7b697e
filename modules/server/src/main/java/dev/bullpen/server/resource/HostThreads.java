package dev.bullpen.server.resource;

import dev.bullpen.server.thread.SlowThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Threads that wait for hosts. A host has only a few of them: one that is slow keeps what is to be
 * read from it waiting, in the order it was asked for, and nothing else.
 */
final class HostThreads implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  private static final String HTTPS_PORT = ":443";

  /** What ends an authority, but for the colons of an address in brackets. */
  private static final Pattern PORT = Pattern.compile(":0*([0-9]+)$");

  /** What a host is busy with, and what waits for it. */
  private static final class Host {
    int busy;
    final Queue<Runnable> waiting = new ArrayDeque<>();
  }

  private final int each;
  private final int mostWaiting;
  private final ExecutorService threads;

  /** Those who have a task; guarded by itself. */
  private final Map<String, Host> hosts = new HashMap<>();

  private int waiting;

  /**
   * @param name of each thread
   * @param most how many there are
   * @param each how many of them a host has at most
   * @param mostWaiting tasks whose hosts have no further thread
   */
  HostThreads(String name, int most, int each, int mostWaiting) {
    this.each = each;
    this.mostWaiting = mostWaiting;
    this.threads = SlowThreads.of(name, most);
  }

  /** The one name of the host of an https URI, with its port, however both are spelled. */
  static String host(URI uri) {
    String authority = String.valueOf(uri.getRawAuthority()).toLowerCase(Locale.ROOT);
    Matcher port = PORT.matcher(authority);
    return port.find()
        ? authority.substring(0, port.start()) + ":" + port.group(1)
        : authority + HTTPS_PORT;
  }

  /**
   * One more task for a host.
   *
   * @param name see {@link #host}
   * @throws RejectedExecutionException if too many wait, or this is closed
   * @throws dev.bullpen.server.thread.NoThreadException if there is no thread to be had for it
   */
  void add(String name, Runnable task) {
    synchronized (hosts) {
      Host host = hosts.getOrDefault(name, new Host());
      if (host.busy < each) {
        threads.execute(() -> work(name, task));
        host.busy++;
        hosts.put(name, host);
        return;
      }
      if (waiting >= mostWaiting) {
        throw new RejectedExecutionException("so many wait already: " + waiting);
      }
      waiting++;
      host.waiting.add(task);
    }
  }

  /** Do it and then the host's others. */
  private void work(String name, Runnable task) {
    for (Runnable next = task; next != null; next = next(name)) {
      try {
        next.run();
      } catch (RuntimeException | Error e) { // the others of that host are read all the same
        LOG.log(Level.ERROR, "a defect in reading from " + name, e);
      }
    }
  }

  private Runnable next(String name) {
    synchronized (hosts) {
      Host host = hosts.get(name);
      Runnable next = host.waiting.poll();
      if (next != null) {
        waiting--;
      } else if (--host.busy == 0) {
        hosts.remove(name);
      }
      return next;
    }
  }

  @Override
  public void close() {
    synchronized (hosts) {
      hosts.values().forEach(host -> host.waiting.clear());
      waiting = 0;
    }
    threads.shutdownNow();
  }
}
