package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.Console;
import dev.bullpen.posix.log.Shown;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How the demo looks: a heading for each part, a line for each event, with its time in front. */
final class Screen {
  private static final String BOLD = "1";
  private static final String FAINT = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";

  /** Room for "1234.5 ms". */
  private static final int TIME_COLUMNS = 9;

  /** Room for the longest thing that is asked. */
  private static final int WHAT_COLUMNS = 33;

  /** What is left of a line of common width. */
  private static final int REST_COLUMNS = 62;

  private final PrintStream out;
  private final boolean colour;

  Screen(Console console) {
    this.out = console.out();
    this.colour = console.colour();
  }

  void title(String bold, String rest) {
    out.println(paint(BOLD, bold) + "  " + paint(FAINT, rest));
  }

  void heading(String text) {
    out.println();
    out.println(paint(BOLD, text));
  }

  /** Something was asked, and this came back; {@code aside} is said less loudly. */
  void answered(Duration took, String what, String answer, String aside) {
    String shown = shortened(answer, REST_COLUMNS - aside.length() - 2);
    line(took, FAINT, what, aside.isEmpty() ? shown : shown + "  " + paint(FAINT, aside));
  }

  /** Something was asked that had to be refused, and was. */
  void refused(Duration took, String what, String error) {
    line(took, FAINT, what, paint(YELLOW, shortened(error, REST_COLUMNS)));
  }

  /** Something is so. */
  void note(String what, String detail) {
    line("", what, shortened(detail, REST_COLUMNS));
  }

  /** A process of those in the line above. */
  void process(ProcessHandle one, String aside) {
    String text = "%7d  %s%s".formatted(one.pid(), Processes.command(one), aside);
    out.println(
        " ".repeat(TIME_COLUMNS + 2) + paint(FAINT, shortened(text, WHAT_COLUMNS + REST_COLUMNS)));
  }

  /** {@code count} processes had to end within {@code took}, and {@code left} are still there. */
  void ended(String what, Duration took, int count, List<ProcessHandle> left) {
    String tally = "%d of %d left".formatted(left.size(), count);
    if (left.isEmpty()) {
      line(took, GREEN, what, paint(GREEN, "✔ " + tally));
      return;
    }
    line(took, RED, what, paint(RED, "✘ " + tally));
    left.forEach(one -> process(one, ""));
  }

  void verdict(boolean good, String text) {
    out.println();
    out.println(paint(good ? GREEN : RED, text));
  }

  private void line(Duration took, String code, String what, String rest) {
    String time = text(took);
    line(" ".repeat(Math.max(0, TIME_COLUMNS - time.length())) + paint(code, time), what, rest);
  }

  private void line(String time, String what, String rest) {
    String first = time.isEmpty() ? " ".repeat(TIME_COLUMNS) : time;
    out.println(
        first + "  " + what + " ".repeat(Math.max(0, WHAT_COLUMNS - what.length())) + "  " + rest);
  }

  /** Three digits at most until it takes seconds: 0.4 ms, 14 ms, 1.2 s. */
  static String text(Duration time) {
    double ms = time.toNanos() / 1e6;
    if (ms < 999.5) {
      return String.format(Locale.ROOT, ms < 9.95 ? "%.1f ms" : "%.0f ms", ms);
    }
    return String.format(Locale.ROOT, "%.1f s", ms / 1000);
  }

  private static String shortened(String text, int columns) {
    String shown = Shown.of(text);
    return shown.length() <= columns ? shown : shown.substring(0, columns - 1) + "…";
  }

  private String paint(String code, String text) {
    return colour ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
