package dev.bullpen.helper.job;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;
import java.io.IOException;

/**
 * The process of a job's script, or the thread of its provider. The job is over when its leader has
 * ended, whatever else that has started.
 */
public interface Leader {
  int pid();

  /** Whether its end is an event. Otherwise it has to be polled for. */
  boolean isWatched();

  /** Whether it has ended. Called after each wait for events. */
  boolean noticeEnd() throws PosixException;

  /** Signal it, wherever it is, and its whole group. KILL also when the job is over. */
  void signal(Signal signal) throws PosixException;

  /** How it ended. Called when it has ended, or after KILL; then only {@link #close} may follow. */
  ExitStatus reap() throws IOException;

  /**
   * After {@link #reap}: wait a moment for the end of what it has started in this JVM.
   *
   * @return whether another job can run here
   */
  default boolean awaitFitHelper() {
    return true;
  }

  /** A file has been put into the exchange folder. A process finds it by itself. */
  default void noticeFile() {}

  void close();
}
