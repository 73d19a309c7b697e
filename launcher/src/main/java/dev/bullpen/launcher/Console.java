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
 * Output for the user: of commands, and of a server while it starts or ends.
 *
 * @param out results
 * @param err everything else
 * @param colour whether results may carry terminal colours
 */
public record Console(PrintStream out, PrintStream err, boolean colour) {
  /** The start script puts the output here, and leaves descriptor 1 to the JVM itself. */
  static final int OUTPUT_DESCRIPTOR = 3;

  /** How long writing the last log line may take; the process ends right after. */
  private static final long LOG_PATIENCE_MILLIS = 1000;

  static Console current(Map<String, String> environment) {
    PrintStream out =
        new PrintStream(
            new DescriptorOutput(Descriptor.of(OUTPUT_DESCRIPTOR)), true, StandardCharsets.UTF_8);
    return new Console(out, System.err, isTerminal() && wantsColour(environment));
  }

  /** Prints an error: what is wrong and what to do. */
  public void complain(String sentence) {
    err.println("launcher: " + Shown.of(sentence));
  }

  /** Prints a result as one line, in which hidden and control characters are visible. */
  public void say(String line) {
    out.println(Shown.of(line));
  }

  /** Prints a result of several lines; unchanged if they do not go to a terminal. */
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

  /** Prints a line that is no result, such as progress. */
  public void note(String line) {
    err.println(Shown.of(line));
  }

  /** Logs why a server does not start or has ended; on standard error too if the log is a file. */
  static void serverError(Map<String, String> environment, String sentence) {
    log(environment, Level.ERROR, sentence);
  }

  /** Logs a fault that does not end the server, in the same way. */
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

  /** Whether results go to a terminal; the start script has checked it. */
  public static boolean isTerminal() {
    return Boolean.getBoolean("bullpen.terminal");
  }

  /** Whether standard input is a terminal: a person, not a client, started the command. */
  public static boolean isTyped() {
    return Boolean.getBoolean("bullpen.typed");
  }

  /** See no-color.org: any value but the empty one switches colour off. */
  static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
