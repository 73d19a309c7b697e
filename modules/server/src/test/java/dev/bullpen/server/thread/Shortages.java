package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.NoThreadException;

/** What it is like where there is no thread to be had. */
public final class Shortages {
  private Shortages() {}

  public static NoThreadException noThread() {
    return new NoThreadException(new OutOfMemoryError("unable to create native thread"));
  }
}
