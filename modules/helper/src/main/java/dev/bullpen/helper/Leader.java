package dev.bullpen.helper;

import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Signal;

/**
 * What a job is about: the process of its script, or the thread of its provider. The job is over
 * when this has ended, whatever else it has started.
 */
interface Leader {
  /** The process group it is in. */
  int pid();

  /** Whether its end is an event; otherwise it has to be looked for. */
  boolean isWatched();

  /** Whether it has ended, by what the last wait for events has found. */
  boolean hasEnded() throws PosixException;

  /** To it and its whole group. */
  void signal(Signal signal) throws PosixException;

  /** How it ended, once it has, or after KILL; no signal may follow, but {@link #close}. */
  ExitStatus bury() throws PosixException;

  /** Whether it left this JVM as it should be for the next job; for after {@link #bury}. */
  boolean isHelperFit();

  /** Something has been put on the desk. */
  void told();

  void close();
}
