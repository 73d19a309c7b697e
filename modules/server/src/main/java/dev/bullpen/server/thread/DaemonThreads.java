package dev.bullpen.server.thread;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the server from its end. */
public final class DaemonThreads {
  private DaemonThreads() {}

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
