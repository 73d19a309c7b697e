package dev.bullpen.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The signals that tests send, by kill(1) of the shell; KILL to one process at once. */
public enum Signal {
  /** Please end. */
  TERM(15),
  /** The terminal is gone. */
  HUP(1),
  /** The user pressed Ctrl-C. */
  INT(2),
  /** Say what you are doing. */
  QUIT(3),
  /** End, now. */
  KILL(9),
  /** Stop running until CONT. */
  STOP(19),
  /** Run on. */
  CONT(18);

  private static final Pattern IGNORED = Pattern.compile("SigIgn:\\s*([0-9a-f]+)");

  /** Linux's, on most processors. */
  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /**
   * Whether this process was started with this signal ignored, as shells start programs in the
   * background, and nohup(1) all; then its children ignore it too. See proc(5).
   */
  public boolean isIgnoredHere() {
    try {
      Matcher ignored = IGNORED.matcher(Files.readString(Path.of("/proc/self/status")));
      return ignored.find()
          && (Long.parseUnsignedLong(ignored.group(1), 16) & 1L << number - 1) != 0;
    } catch (IOException e) {
      return false; // no Linux
    }
  }

  /** Send it to one process; does nothing if the process is gone. */
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
      throw new IllegalArgumentException("no process group of a test: " + group);
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
