package dev.bullpen.launcher;

import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.lang.System.Logger.Level;
import java.util.Map;

/**
 * Why a server does not start, or has ended: a line of its log, which is on standard error, too, if
 * the log is a file.
 */
final class ServerErrors {
  /** Longer than a line takes that is read; the process ends right after. */
  private static final long PATIENCE_MILLIS = 1000;

  private ServerErrors() {}

  static void say(Map<String, String> environment, String sentence) {
    say(environment, Level.ERROR, sentence);
  }

  /** What is not wrong enough to end it. */
  static void warn(Map<String, String> environment, String sentence) {
    say(environment, Level.WARNING, sentence);
  }

  private static void say(Map<String, String> environment, Level level, String sentence) {
    Runnable writing = () -> LogOutput.of(environment).writeToBoth(level, "launcher", sentence);
    Thread thread = new DaemonThread("last line", writing);
    try {
      thread.start();
      thread.join(PATIENCE_MILLIS);
    } catch (NoThreadException e) {
      writing.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
