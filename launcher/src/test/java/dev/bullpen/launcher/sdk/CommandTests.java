package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other programs, tried again or watched. */
class CommandTests {
  private static final String WATCH = "mcp_run_with_progress --interval 0.01 ";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "2,1", "3,3", "100,3"})
  void a_failure_is_tried_again_unless_it_is_final(int status, int attempts) {
    Ran said =
        tool()
            .run(
                "n=0; f() { n=$((n + 1)); return "
                    + status
                    + "; }; s=0; mcp_with_retry 3 0.001 -- f || s=$?; echo $s $n");

    assertEquals(status + " " + attempts, said.value(), said::err);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "99999999999999999999"})
  void a_success_ends_the_trying(String most) {
    Ran said =
        tool()
            .run(
                "n=0; f() { n=$((n + 1)); [ $n -eq 2 ] || return 9; }; mcp_with_retry "
                    + most
                    + " 0.001 -- f; echo $? $n");

    assertEquals(new Ran(0, "0 2\n", ""), said);
  }

  @ParameterizedTest
  @CsvSource({"0 .001 -- f,1", "1 0 f,1", "2 0.001 f,2", "02 0 -- f,2"})
  void there_is_one_attempt_at_least_and_the_dashes_may_be_left_out(String call, int attempts) {
    Ran said =
        tool().run("n=0; f() { n=$((n + 1)); return 9; }; mcp_with_retry " + call + " || echo $n");

    assertEquals(attempts + "", said.value(), said::err);
  }

  @Test
  void each_further_attempt_is_logged() throws IOException {
    tool()
        .with("MCP_LOG_STREAM", folder.resolve("events").toString())
        .run("f() { return 9; }; mcp_with_retry 2 0 f || :");

    assertEquals(
        List.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"debug\",\"logger\":\"retry\",\"data\":\"attempt"
                + " 1 of 2 failed with exit code 9; the next one is in 0 ms\"}}"),
        Files.readAllLines(folder.resolve("events")));
  }

  @Test
  void functions_of_the_tool_see_its_own_variables() {
    Ran said =
        tool()
            .run(
                """
                delay=a attempt=b status=c out=d total=e err=f files=g pid=h pattern=i line=j
                show() { echo "$delay$attempt$status$out$total$err$files$pid$pattern$line"; delay=z; }
                mcp_with_retry 1 1 show
                mcp_run_with_progress --interval 0.01 --quiet --pattern x show
                """);

    assertEquals(List.of("abcdefghij", "zbcdefghij"), said.lines(), said::err);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "3 1", "x 1 -- f", "3 x -- f", "3 . f", "3 1 --"})
  void a_wrong_call_says_how_it_is_called(String arguments) {
    Ran said = tool().run("mcp_with_retry " + arguments);

    assertEquals(1, said.exitCode());
    assertTrue(said.err().startsWith("mcp_with_retry: say MAX DELAY [--] COMMAND"), said::err);
  }

  @Test
  void matching_lines_become_progress_and_the_outputs_follow() throws IOException {
    Ran said =
        tool()
            .run(
                "s=0; "
                    + WATCH
                    + "--pattern '([0-9]+)%' --extract match1 -- sh -c 'echo 10% >&2; echo other >&2; echo out;"
                    + " printf 55.5%% >&2; exit 4' || s=$?; echo $s");

    assertEquals(List.of("out", "4"), said.lines());
    assertEquals("10%\nother\n55.5%", said.err());
    assertEquals(List.of("10:10%", "5:55.5%"), progress());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf 'a b' | watch cat",
        "watch cat <<<'a b'",
        "watch cat < <(printf 'a b')",
        "f() { watch cat; }; printf 'a b' | f",
        "g() { cat; }; watch g <<<'a b'"
      })
  void the_command_reads_what_the_tool_gives_it(String call) {
    Ran said = tool().run("watch() { " + WATCH + "--pattern x -- \"$@\"; }; " + call);

    assertEquals("a b", said.value(), said::err);
  }

  @Test
  void nothing_given_is_nothing_to_read() {
    assertEquals(
        new Ran(0, "over\n", ""), tool().run(WATCH + "--pattern x sh -c 'cat; echo over'"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "--pattern '([0-9]+)/([0-9]+)' --extract ratio | 3/4 | 75:3/4",
        "--pattern '([0-9]+) files' --extract match1 --total 8 | 2 files | 25:2 files",
        "--pattern '([0-9]+) files' --extract match1 --total 08 | 2 files | 25:2 files",
        "--pattern progress | `{\"progress\":31,\"message\":\"m\"}` | 31:m",
        "--pattern progress --extract json | `{\"progress\":30,\"message\":\"m\"}` | 30:m",
        "--pattern progress --extract json | `{\"progress\":30.9}` | 30:Working...",
        "--pattern progress | `{\"progress\":\"7\"}` | 7:Working...",
        "--pattern progress | `{\"progress\":0}` | 0:Working..."
      })
  void numbers_are_taken_from_lines_in_three_ways(String options, String line, String sent)
      throws IOException {
    Ran said =
        tool().run(WATCH + "--quiet " + options + " sh -c 'echo \"$1\" >&2' sh \"$1\"", line);

    assertEquals(new Ran(0, "", ""), said);
    assertEquals(List.of(sent), progress());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "--pattern . | plain",
        "--pattern . | `{\"type\":\"other\"}`",
        "--pattern . | `{\"progress\":null,\"message\":\"m\"}`",
        "--pattern . | `{\"progress\":\"half\"}`",
        "--pattern . | `{\"progress\":[1]}`",
        "--pattern . | `{\"progress\":-1}`",
        "--pattern '(.*)' --extract match1 | plain",
        "--pattern . --extract ratio | no number",
        "--pattern '([0-9]+)/([0-9]+)' --extract ratio | 3/0",
        "--pattern '([0-9]+)/([0-9]+)' --extract ratio | 3/99999999999999999999",
        "--pattern '([0-9]+)/([0-9]+)' --extract ratio | 99999999999999999999/3"
      })
  void a_line_without_a_number_is_no_progress_but_a_sign_of_life(String options, String line)
      throws IOException {
    String watched = options + " sh -c 'echo \"$1\" >&2' sh \"$1\"";

    assertEquals(new Ran(0, "", ""), tool().run(WATCH + "--quiet " + watched, line));
    assertEquals(
        List.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}"), progress());
    assertEquals(new Ran(0, "", ""), tool().run(WATCH + "--dry-run --quiet " + watched, line));
  }

  @Test
  void outputs_may_go_to_files_and_another_file_may_be_watched_from_its_beginning()
      throws IOException {
    Files.writeString(folder.resolve("p"), "8 of an earlier run\n");
    Ran said =
        tool()
            .run(
                WATCH
                    + "--pattern '([0-9]+)' --extract match1 --stdout o --stderr-file e"
                    + " --progress-file p sh -c 'echo 9 >>p; echo out; echo err >&2'");

    assertEquals(new Ran(0, "", ""), said);
    assertEquals("out\n", Files.readString(folder.resolve("o")));
    assertEquals("err\n", Files.readString(folder.resolve("e")));
    assertEquals(List.of("9:9"), progress());
  }

  @Test
  void a_file_for_the_error_output_gets_what_is_no_progress() throws IOException {
    Ran said =
        tool()
            .run(
                WATCH
                    + "--pattern '([0-9]+)%' --extract match1 --stderr-file e sh -c"
                    + " 'echo one >&2; echo 5% >&2; printf two >&2'");

    assertEquals(new Ran(0, "", ""), said);
    assertEquals("one\ntwo\n", Files.readString(folder.resolve("e")));
    assertEquals(List.of("5:5%"), progress());
  }

  @Test
  void one_that_cannot_be_written_is_reported_and_left_out() throws IOException {
    Ran said =
        tool()
            .run(
                WATCH
                    + "--quiet --pattern '([0-9]+)%' --extract match1 --stderr-file /nowhere/e sh -c"
                    + " 'echo 5% >&2; echo out'");

    assertEquals(
        new Ran(
            0, "out\n", "mcp_run_with_progress: /nowhere/e cannot be written, and is left out\n"),
        said);
    assertEquals(List.of("5:5%"), progress());
  }

  @Test
  void one_to_be_watched_has_to_be_there() {
    Ran said = tool().run(WATCH + "--pattern x --progress-file /nowhere/p echo not reached");

    assertEquals(new Ran(1, "", "mcp_run_with_progress: /nowhere/p cannot be written\n"), said);
  }

  @Test
  void a_rehearsal_writes_to_the_error_output_only() {
    Ran said =
        tool()
            .run(
                WATCH
                    + "--dry-run --quiet --extract match1 --pattern '([0-9]+)' sh -c"
                    + " 'echo \"7\\\"\" >&2'");

    assertEquals(new Ran(0, "", "{\"progress\":7,\"message\":\"7\\\"\"}\n"), said);
  }

  @Test
  void a_cancelled_call_ends_the_command() {
    Ran said =
        tool()
            .with("MCP_CANCEL_FILE", folder.resolve("cancelled").toString())
            .run(
                "s=0; "
                    + WATCH
                    + "--pattern x sh -c ': >\"$MCP_CANCEL_FILE\"; exec sleep 1000' || s=$?; echo"
                    + " $s");

    assertEquals("130", said.value(), said::err);
  }

  @Test
  void nothing_is_left_behind() throws IOException {
    Files.createFile(folder.resolve("error"));
    tool()
        .with("MCP_TOOL_ERROR_FILE", folder.resolve("error").toString())
        .run(WATCH + "--pattern x true");

    try (var files = Files.list(folder)) {
      assertEquals(
          0, files.filter(file -> file.getFileName().toString().startsWith("mcp-")).count());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "--pattern x",
        "--pattern",
        "--bad x",
        "--pattern x --extract y true",
        "--pattern x --total y true",
        "--pattern x --total 0 true",
        "--pattern x --total 18446744073709551616 true",
        "--pattern x --interval y true",
        "--pattern x --interval 0 true",
        "--pattern x --interval .00 true"
      })
  void wrong_options_are_named(String arguments) {
    Ran said = tool().run("mcp_run_with_progress " + arguments);

    assertEquals(1, said.exitCode());
    assertTrue(said.err().startsWith("mcp_run_with_progress: "), said::err);
  }

  /** Each as percentage and message. */
  private List<String> progress() throws IOException {
    return Files.readAllLines(folder.resolve("events")).stream()
        .map(line -> line.replaceFirst(".*\"progress\":(\\d+),\"message\":\"(.*)\"}}$", "$1:$2"))
        .toList();
  }

  private ToolScript tool() {
    return new ToolScript(folder)
        .with("MCP_PROGRESS_STREAM", folder.resolve("events").toString())
        .with("MCP_PROGRESS_TOKEN", "t");
  }
}
