package dev.bullpen.launcher.status;

import dev.bullpen.launcher.Console;
import dev.bullpen.posix.log.Shown;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Shows lines again and again in the same place.
 *
 * @param rows of the terminal when the command begins
 */
record Screen(int rows) {
  private static final int USUAL_ROWS = 24;

  /** See console_codes(4): cursor to the top left; clear to the end of the line, of the screen. */
  private static final String HOME = "\u001b[H";

  private static final String CLEAR_LINE = "\u001b[K\n";
  private static final String CLEAR_REST = "\u001b[J";

  static Screen current() {
    return new Screen(Console.isTerminal() ? rowsOfTerminal() : USUAL_ROWS);
  }

  private static int rowsOfTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.INHERIT)
              .redirectError(Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      String rows = size.split(" ")[0];
      return rows.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(rows) : USUAL_ROWS;
    } catch (IOException e) {
      return USUAL_ROWS; // there is no stty
    }
  }

  /** Replaces the lines shown before. Without a terminal, prints them after the earlier ones. */
  void paint(List<String> lines, Console console) {
    if (!Console.isTerminal()) {
      lines.forEach(console::say);
      console.say("");
      return;
    }
    StringBuilder screen = new StringBuilder(HOME);
    int most = rows - 2; // the last is for the cursor
    lines.stream()
        .limit(lines.size() > most ? most - 1 : most)
        .forEach(line -> screen.append(Shown.of(line)).append(CLEAR_LINE));
    if (lines.size() > most) {
      screen
          .append(
              "and %d more lines, which launcher status shows".formatted(lines.size() - most + 1))
          .append(CLEAR_LINE);
    }
    console.out().print(screen.append(CLEAR_REST));
    console.out().flush();
  }
}
