package dev.bullpen.server;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the server from its end. */
final class DaemonThreads {
  private DaemonThreads() {}

  static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
