package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the log says of calls that did not succeed: one line each, and nothing of arguments. */
@Tag("promise")
class FailedCallLogTests {
  private static final String SECRET = "hunter2";

  private static final String HOLDING =
      "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"holds\"}}";

  /** Ends when what it leaves behind is no shell any more. */
  private static final String LEAVES =
      "sleep 599 >/dev/null 2>&1 &\n"
          + "until [ \"$(tr '\\0' ' ' </proc/$!/cmdline)\" = 'sleep 599 ' ]; do :; done\n"
          + "echo $!\n";

  private static final Pattern LINE =
      Pattern.compile("(\\S+) (warning|info) bullpen\\.calls: (.*)");

  @Test
  void each_has_a_line_with_its_reason_exit_code_time_and_error_output() {
    try (Rig rig =
        Rig.start(
            FailedCallLogTests::project,
            launcher ->
                launcher
                    .workers(2, 2)
                    .environment("MCPBASH_TOOL_ALLOWLIST", "fails misses nowhere fine leaves"))) {
      rig.client().callTool("fails", "{'n':1,'word':'" + SECRET + "'}");
      rig.client().callTool("fails", "{'n':'" + SECRET + "'}");
      rig.client().callTool("misses", "{}");
      rig.client().callTool("nowhere", "{}");
      rig.client().callTool("fine", "{}");
      rig.client().callTool("holds", "{}"); // which is denied
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> calls(rig).size() == 5));
      List<String> lines = calls(rig);
      assertSays(
          lines,
          "tool fails failed after \\d+ ms: script-failed, exit code 3; stderr: oops\\\\n\\\\u001b\\[31mred");
      assertSays(lines, "tool fails failed after \\d+ ms: invalid-arguments, .*n.*integer.*");
      assertSays(
          lines,
          "tool misses failed after \\d+ ms: result-mismatch, it does not fit the outputSchema: .*");
      assertSays(lines, "tool holds failed after \\d+ ms: denied, .*");
      assertSays(lines, "tool nowhere failed after \\d+ ms: invalid-params, .*");
      assertFalse(lines.toString().contains(SECRET), lines.toString());
      String pid = rig.client().callTool("leaves", "{}").text().strip();
      rig.process().stderr().assertSays("left \"sleep 599\" (pid " + pid + ") behind; ended it");
    }
  }

  @Test
  @Tag("slow")
  void
      a_script_that_fails_while_its_client_is_asked_has_one_line_its_retry_none_and_one_at_the_end_its_own() {
    try (Rig rig = asking()) {
      Job job = rig.sendTool("leaves-question");
      Answer asking = rig.await(job);
      rig.letThrough(rig.ready(job, 1, McpClient.PATIENCE));
      rig.process().stderr().assertSays("tool leaves-question failed after");
      ObjectNode call = Messages.callTool("leaves-question", "{'token':'" + job.token() + "'}");
      Answer late = Rounds.reply(rig.client(), call, asking, "{'action':'decline'}");
      assertTrue(late.isError(), late.message().toString());
      rig.client().callTool("fails", "{'n':1}");
      rig.process().stderr().assertSays("tool fails failed after");
      List<String> lines = calls(rig);
      assertEquals(2, lines.size(), lines.toString());
      assertSays(
          lines,
          "tool leaves-question failed after \\d+ ms: script-failed, exit code 3; stderr: unheard");
      assertTrue(rig.await(rig.sendTool("leaves-question")).asksForMore());
      rig.process().closeStdin();
      assertTrue(rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)).isPresent());
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> calls(rig).size() == 3));
      assertSays(calls(rig), "tool leaves-question failed after \\d+ ms: shutdown, .*");
    }
  }

  @Tag("slow")
  @Test
  void a_script_whose_client_does_not_come_back_has_a_line() {
    try (Rig rig = asking("--state-ttl", "1")) {
      Job job = rig.sendTool("leaves-question");
      assertTrue(rig.await(job).asksForMore());
      rig.process().stderr().assertSays("tool leaves-question failed after");
      assertSays(
          calls(rig),
          "tool leaves-question failed after \\d+ ms: unanswered, the client did not come back"
              + " within 1.0 s .*");
      rig.assertGone(job, McpClient.PATIENCE);
      assertEquals(1, calls(rig).size(), calls(rig).toString());
    }
  }

  @Tag("slow")
  @Test
  void what_ends_before_its_script_begins_or_while_a_person_is_asked_has_a_sentence() {
    try (Rig rig =
        Rig.start(
            Revision.V2025_11_25,
            "{'elicitation':{}}",
            FailedCallLogTests::project,
            launcher -> launcher.workers(2, 2))) {
      long printed = rig.client().send("tools/call", Messages.callTool("prints-question", "{}"));
      JsonNode asked = rig.client().asked("elicitation/create", 0);
      rig.client().refuse(asked, -1, "nobody there");
      rig.client().await(printed, McpClient.PATIENCE);
      rig.client().callCompiled("tools/call", Messages.callTool("broken-java", "{}"));
      rig.process().sendLines(HOLDING.formatted(77), HOLDING.formatted(77));
      rig.client().ping();
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> calls(rig).size() == 3));
      List<String> lines = calls(rig);
      assertSays(
          lines,
          "tool prints-question failed after \\d+ ms: unanswered, it got no answer to who: .*");
      assertSays(lines, "tool broken-java failed after \\d+ ms: not-compiled, .*tool\\.java.*");
      assertSays(
          lines, "tool holds failed after \\d+ ms: invalid-request, .*id is still being served.*");
    }
  }

  /** A server of a client that answers only by coming back. */
  private static Rig asking(String... more) {
    return Rig.start(
        Revision.V2026_07_28,
        "{'elicitation':{}}",
        FailedCallLogTests::project,
        launcher -> launcher.workers(3, 3).with(more));
  }

  private static List<String> calls(Rig rig) {
    return rig.process()
        .stderr()
        .text()
        .lines()
        .filter(line -> LINE.matcher(line).matches())
        .toList();
  }

  /** That one of the lines has a time, and says that; an answer may be read before its line is. */
  private static void assertSays(List<String> lines, String pattern) {
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches() && matcher.group(3).matches(pattern)) {
        OffsetDateTime.parse(matcher.group(1));
        return;
      }
    }
    throw new AssertionError(pattern + " is not in " + lines);
  }

  private static void project(ProjectFixture project) {
    project
        .tool(
            "fails",
            "{'inputSchema':{'type':'object','properties':{'n':{'type':'integer'}}}}",
            "echo oops >&2\nprintf '\\033[31mred\\n' >&2\nexit 3\n")
        .tool(
            "misses",
            "{'outputSchema':{'type':'object','required':['a'],'properties':{'a':{'type':'string'}}}}",
            "echo '{\"b\":1}'\n")
        .tool(
            "leaves-question",
            ToolScripts.READY
                + "echo '"
                + ElicitationTests.WHO
                + "' >\"$MCP_ELICIT_REQUEST_FILE.tmp\"\n"
                + "mv \"$MCP_ELICIT_REQUEST_FILE.tmp\" \"$MCP_ELICIT_REQUEST_FILE\"\n"
                + "echo '{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/asking\"}'"
                + " >>\"$MCP_PROGRESS_STREAM\"\n"
                + "enter\necho unheard >&2\nexit 3\n")
        .tool(
            "prints-question",
            "echo '{\"resultType\":\"input_required\",\"inputRequests\":{\"who\":"
                + "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"?\","
                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}}}'\n")
        .tool("holds", "exec sleep 599\n")
        .file(
            "tools/broken-java/tool.meta.json",
            "{\"name\":\"broken-java\",\"description\":\"A tool\"}\n")
        .file("tools/broken-java/tool.java", "class Tool {\n  int x = ;\n}\n")
        .tool("leaves", LEAVES)
        .tool("fine", "echo fine\n");
  }
}
