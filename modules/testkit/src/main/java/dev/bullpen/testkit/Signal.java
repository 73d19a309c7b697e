package dev.bullpen.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The signals that tests send, by kill(1) of the shell; KILL to one process at once. */
public enum Signal {
  /** Please end. */
  TERM,
  /** The user pressed Ctrl-C. */
  INT,
  /** Say what you are doing. */
  QUIT,
  /** End, now. */
  KILL,
  /** Stop running until CONT. */
  STOP,
  /** Run on. */
  CONT;

  /** Send it to one process; a process that is gone is none of our business. */
  public void to(long pid) {
    if (this == KILL) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    } else {
      send(Long.toString(pid));
    }
  }

  /** Send it to every process of a group. */
  public void toGroup(long group) {
    if (group <= 1) {
      throw new IllegalArgumentException("no process group of ours: " + group);
    }
    send("-" + group);
  }

  private void send(String target) {
    try {
      // The shell's own kill: one process less to start, and "--" is not understood by every shell.
      new ProcessBuilder("sh", "-c", "kill -" + name() + " " + target + " 2>/dev/null")
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("SIG" + name() + " cannot be sent", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
