package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.Console;
import dev.bullpen.posix.log.Shown;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How the demo looks: a heading for each part, a line for each event, with its time in front. */
record Screen(PrintStream out, boolean colour) {
  private static final String BOLD = "1";
  private static final String FAINT = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";

  /** Room for a time such as "1234.5 ms", and for the longest thing that is asked. */
  private static final String TIME = "%9s";

  private static final String WHAT = "  %-33s  ";

  /** What is left of a line of common width. */
  private static final int REST_COLUMNS = 62;

  static Screen of(Console console) {
    return new Screen(console.out(), console.colour());
  }

  void title(String bold, String rest) {
    out.println(paint(BOLD, bold) + "  " + paint(FAINT, rest));
  }

  void heading(String text) {
    out.println("\n" + paint(BOLD, text));
  }

  /** A request and its result; {@code aside} is less conspicuous, and is never cut. */
  void answered(Duration took, String what, String answer, String aside) {
    String shown = shortened(answer, REST_COLUMNS - aside.length() - 2);
    line(took, FAINT, what, aside.isEmpty() ? shown : shown + "  " + paint(FAINT, aside));
  }

  /** A request that had to be refused, and was. */
  void refused(Duration took, String what, String error) {
    line(took, FAINT, what, paint(YELLOW, shortened(error, REST_COLUMNS)));
  }

  void note(String what, String detail) {
    out.println(TIME.formatted("") + WHAT.formatted(what) + shortened(detail, REST_COLUMNS));
  }

  /** A process of those in the line above. */
  void process(ProcessHandle one, String aside) {
    String text = "%7d  %s%s".formatted(one.pid(), Processes.command(one), aside);
    int columns = WHAT.formatted("").length() + REST_COLUMNS;
    out.println(TIME.formatted("") + "  " + paint(FAINT, shortened(text, columns - 4)));
  }

  /** {@code count} processes had to end within {@code took}, and {@code left} are still there. */
  void ended(String what, Duration took, int count, List<ProcessHandle> left) {
    String code = left.isEmpty() ? GREEN : RED;
    String tally = "%s %d of %d left".formatted(left.isEmpty() ? "✔" : "✘", left.size(), count);
    line(took, code, what, paint(code, tally));
    left.forEach(one -> process(one, ""));
  }

  void verdict(boolean good, String text) {
    out.println("\n" + paint(good ? GREEN : RED, text));
  }

  private void line(Duration took, String code, String what, String rest) {
    String time = text(took);
    String blanks = TIME.formatted(time).replace(time, "");
    out.println(blanks + paint(code, time) + WHAT.formatted(what) + rest);
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
