package dev.bullpen.launcher;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.log.LogOutput;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where commands and a server that starts or ends speak to the user.
 *
 * @param out results
 * @param err everything else
 * @param colour whether results may carry terminal colours
 */
public record Console(PrintStream out, PrintStream err, boolean colour) {
  /** The start script puts the output here, and leaves descriptor 1 to the JVM itself. */
  static final int OUTPUT_DESCRIPTOR = 3;

  /** Longer than a line takes that is read; the process ends right after. */
  private static final long LOG_PATIENCE_MILLIS = 1000;

  static Console current(Map<String, String> environment) {
    PrintStream out =
        new PrintStream(
            new DescriptorOutput(Descriptor.of(OUTPUT_DESCRIPTOR)), true, StandardCharsets.UTF_8);
    return new Console(out, System.err, isTerminal() && wantsColour(environment));
  }

  /** Says what is wrong and what to do. */
  public void complain(String sentence) {
    err.println("launcher: " + Shown.of(sentence));
  }

  /** A result on one line, whatever names of files and texts of a project are in it. */
  public void say(String line) {
    out.println(Shown.of(line));
  }

  /** The same of several lines; as they are if they do not go to a terminal. */
  public void text(String text) {
    if (isTerminal()) {
      text.lines().forEach(this::say);
    } else {
      out.print(text);
      if (!text.endsWith("\n")) {
        out.println();
      }
    }
  }

  /** What is no result, such as progress. */
  public void note(String line) {
    err.println(Shown.of(line));
  }

  /** Logs why a server does not start or has ended; also on standard error if the log is a file. */
  static void serverError(Map<String, String> environment, String sentence) {
    log(environment, Level.ERROR, sentence);
  }

  /** The same for a fault that does not end it. */
  static void serverWarning(Map<String, String> environment, String sentence) {
    log(environment, Level.WARNING, sentence);
  }

  private static void log(Map<String, String> environment, Level level, String sentence) {
    Runnable writing = () -> LogOutput.of(environment).writeToBoth(level, "launcher", sentence);
    Thread thread = new DaemonThread("last line", writing);
    try {
      thread.start();
      thread.join(LOG_PATIENCE_MILLIS);
    } catch (NoThreadException e) {
      writing.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether results go to a terminal, by the start script. */
  public static boolean isTerminal() {
    return Boolean.getBoolean("bullpen.terminal");
  }

  /** Whether standard input is a terminal, where no client is. */
  public static boolean isTyped() {
    return Boolean.getBoolean("bullpen.typed");
  }

  /** See no-color.org: any value but the empty one switches colour off. */
  static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
