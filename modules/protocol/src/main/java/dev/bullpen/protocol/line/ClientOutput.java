package dev.bullpen.protocol.line;

import java.io.OutputStream;

/** The way out to the client, and what can be known of it without writing. */
public interface ClientOutput {
  /** What is written here reaches the client; written by one thread at a time. */
  OutputStream stream();

  /**
   * Whether one write of so many bytes would certainly not wait for the client; no when in doubt.
   * Asked by one thread at a time, with a lock held: it must not wait either.
   */
  boolean takesAtOnce(int bytes);

  /** Run an action, once, when no process reads any more although nothing is written. */
  void whenClosed(Runnable action);
}
