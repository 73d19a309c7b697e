package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of the demo in a terminal; no line is wider than a smaller one. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class PackagedScreensTests extends PackagedCommand {
  private static final String EXPECTED =
      """
      Start
       #.# ms  from nothing to the first answer   completion-examples, 2025-11-25

      Ask
       #.# ms  explain-command: command "m"       make, mkdir, mktemp, mv  4 values
       #.# ms  new-service: framework ""          chi, echo, fiber, gin,…  19 values
       #.# ms    with language = rust             actix-web, axum, rocket  3 values
       #.# ms  plan-meeting: city "", page 1      Accra, Amsterdam,…  5 values of 68
       #.# ms    page 2                           Barcelona, Berlin…  5 values of 68
       #.# ms  reply: tone "f", declared values   friendly, formal, brief  3 values
       #.# ms  no-such-prompt                     error -32602: Invalid params: Unk…

      Cancel
       #.# ms  runaway, which never answers  # processes
       #.# ms  ping meanwhile                     answered
       #.# ms  explain-command meanwhile          grep  1 value
       #.# ms  cancel, until all were gone        ✔ 0 of # left
       #.# ms  ping afterwards                    answered
       #.# ms  answer to the cancelled request    none, as it should be

      Leave
       #.# ms  the server and all its processes  # processes
       #.# ms  end of input, until all were gone  ✔ 0 of # left

      Nothing survived.""";

  @TempDir private Path folder;

  /** Without what is another thing each time: times, numbers of processes, and their commands. */
  private static String steady(String screen) {
    return screen
        .lines()
        .filter(line -> !line.matches(" {13} *\\d+  .*"))
        .map(line -> line.replaceFirst("^( *\\d+\\.\\d ms| {9})  (?=\\S|  \\S)", " #.# ms  "))
        .map(line -> line.replaceFirst(" +\\d+ processes$", "  # processes"))
        .map(line -> line.replaceFirst("of \\d+ left$", "of # left"))
        .collect(Collectors.joining("\n"));
  }

  /** All of it fits 40 lines, and 80 columns too. */
  @Test
  void the_demo_fits_a_terminal() throws IOException {
    assumeTrue(Pane.isPossible(), "tmux is needed to see a terminal's screen");
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("LC_ALL", "C.UTF-8");
    try (Pane pane = Pane.open(folder, environment, 120, 40, command("demo"))) {
      assertEquals(0, pane.awaitExit());
      String screen = pane.awaitScreen("Nothing survived\\.");
      assertFalse(screen.lines().anyMatch(line -> line.length() > 80), screen);
      String shown = steady(screen);
      int from = shown.indexOf(EXPECTED.substring(0, EXPECTED.indexOf('\n')));
      int to = shown.indexOf("Nothing survived.") + "Nothing survived.".length();
      assertEquals(EXPECTED, from < 0 ? shown : shown.substring(from, to));
    }
  }
}
