package dev.bullpen.helper.job;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;

/**
 * The process of a job's script, or the thread of its provider. The job is over when this has
 * ended, whatever else it has started.
 */
public interface Leader {
  int pid();

  /** Whether its end is an event; otherwise it has to be polled for. */
  boolean isWatched();

  /** Take note of its end, if the last wait for events has found it; whether it has ended. */
  boolean noticeEnd() throws PosixException;

  /** Signal it, wherever it is, and its whole group; KILL also when the job is over. */
  void signal(Signal signal) throws PosixException;

  /** How it ended, once it has, or after KILL; no signal may follow, but {@link #close}. */
  ExitStatus reap() throws PosixException;

  /**
   * After {@link #reap}: wait a moment for what it has started in this JVM; whether another job can
   * run here.
   */
  default boolean awaitFitHelper() {
    return true;
  }

  /** A file has been put into the exchange folder. A process finds it by itself. */
  default void noticeFile() {}

  void close();
}
