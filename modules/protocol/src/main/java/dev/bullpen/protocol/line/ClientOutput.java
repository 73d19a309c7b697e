package dev.bullpen.protocol.line;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** The output to one client. */
public interface ClientOutput {
  /** What is written here reaches the client. Only one thread may write at a time. */
  OutputStream stream();

  /**
   * Whether one write of this many bytes would certainly not block; false in doubt. Called by one
   * thread at a time, with a lock held, so it must not block either.
   */
  boolean takesAtOnce(int bytes);

  /**
   * Start to watch for the end of the client's reading, also while nothing is written. May be
   * called once.
   *
   * @return completed when no process reads any more; never completed if that cannot be detected
   */
  CompletableFuture<Void> watchForClosing();
}
