package dev.bullpen.helper.leader;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;

/**
 * What a job is about: the process of its script, or the thread of its provider. The job is over
 * when this has ended, whatever else it has started.
 */
public interface Leader {
  int pid();

  /** Whether its end is an event; otherwise it has to be looked for. */
  boolean isWatched();

  /** Take note of its end, if the last wait for events has found it; whether it has ended. */
  boolean noticeEnd() throws PosixException;

  /** Signal it, wherever it is, and its whole group; KILL also when the job is over. */
  void signal(Signal signal) throws PosixException;

  /** How it ended, once it has, or after KILL; no signal may follow, but {@link #close}. */
  ExitStatus reap() throws PosixException;

  /**
   * Wait a moment for what it has started in this JVM; for after {@link #reap}.
   *
   * @return whether the JVM is as it should be for the next job; a process has no way into it
   */
  default boolean awaitFitHelper() {
    return true;
  }

  /** A file has been put on the desk. A process looks there by itself. */
  default void told() {}

  void close();
}
