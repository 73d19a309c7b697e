package dev.bullpen.protocol.line;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** Takes the bytes for one client, and knows some things without writing. */
public interface ClientOutput {
  /** What is written here reaches the client. One thread writes at a time. */
  OutputStream stream();

  /**
   * Whether one write of so many bytes would certainly not wait for the client; no when in doubt.
   * Called by one thread at a time, with a lock held: it must not wait either.
   */
  boolean takesAtOnce(int bytes);

  /**
   * Begin to watch, once, for the client to stop reading although nothing is written.
   *
   * @return completed when no process reads any more; never, where that cannot be known
   */
  CompletableFuture<Void> watchForClosing();
}
