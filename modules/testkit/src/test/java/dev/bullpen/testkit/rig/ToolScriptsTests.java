package dev.bullpen.testkit.rig;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolScriptsTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final String token = Tokens.fresh();
  private Gate gate;

  @BeforeEach
  void open() {
    gate = Gate.at(folder.resolve("gate"));
  }

  @AfterEach
  void close() {
    gate.close();
  }

  @Test
  void a_script_knows_its_token_and_waits_to_be_let_through() throws IOException {
    Process script = start(ToolScripts.WAIT);
    assertEquals(List.of(""), gate.await(token, 1, Deadline.in(LONG)));
    assertTrue(script.isAlive());
    gate.letThrough(token, "two words");
    assertEquals("let through: two words\n", output(script));
  }

  @Test
  void what_it_says_on_its_streams_is_a_notification_a_line() throws IOException, JsonException {
    output(start(ToolScripts.SAY + "progress 1.5 ',\"total\":2'\nlog error '{\"a\":1}'\n"));
    List<String> said = Files.readAllLines(folder.resolve("events"));
    assertEquals(
        Json.parse(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":\"p\",\"progress\":1.5,\"total\":2}}"),
        Json.parse(said.get(0)));
    assertEquals(
        Json.parse(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                + "{\"level\":\"error\",\"logger\":\"test\",\"data\":{\"a\":1}}}"),
        Json.parse(said.get(1)));
  }

  @Test
  void a_question_is_a_file_and_its_answer_another() throws IOException {
    Process script =
        start(ToolScripts.ASK + "ask elicit '{\"message\":\"?\"}'\nprintf '<%s>' \"$answer\"\n");
    Path request = folder.resolve("request");
    assertTrue(Poll.until(Deadline.in(LONG), () -> Files.exists(request)), "nobody asks");
    assertEquals("{\"message\":\"?\"}\n", Files.readString(request));
    Files.writeString(folder.resolve("new"), "{\"action\":\"accept\"}\n");
    Files.move(folder.resolve("new"), folder.resolve("response"));
    assertEquals("<{\"action\":\"accept\"}>", output(script));
    assertTrue(Files.notExists(folder.resolve("response")));
    assertTrue(Files.readString(folder.resolve("events")).contains("bullpen/asking"));
  }

  @Test
  void a_family_and_a_daemon_carry_the_token() throws IOException {
    try (Observer observer = Observer.start()) {
      for (String script : List.of(ToolScripts.TWO_CHILDREN, ToolScripts.DAEMON)) {
        int before = gate.await(token, 0, Deadline.in(LONG)).size();
        start(script);
        assertEquals(before + 2, gate.await(token, before + 2, Deadline.in(LONG)).size());
        int left =
            observer
                .awaitNone(Search.token(token), Deadline.in(Duration.ofMillis(50)))
                .left()
                .size();
        assertTrue(left >= 2, left + " processes");
        assertTrue(observer.killAll(Search.token(token), Deadline.in(LONG)).none());
      }
    }
  }

  private Process start(String script) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    builder.environment().put("MCP_TEST_GATE", gate.path().toString());
    builder.environment().put("MCP_TOOL_ARGS_JSON", "{\"token\":\"" + token + "\",\"a\":1}");
    builder.environment().put("MCP_PROGRESS_TOKEN", "p");
    builder.environment().put("MCP_PROGRESS_STREAM", folder.resolve("events").toString());
    builder.environment().put("MCP_LOG_STREAM", folder.resolve("events").toString());
    builder.environment().put("MCP_ELICIT_REQUEST_FILE", folder.resolve("request").toString());
    builder.environment().put("MCP_ELICIT_RESPONSE_FILE", folder.resolve("response").toString());
    return builder.start();
  }

  private static String output(Process script) throws IOException {
    return new String(script.getInputStream().readAllBytes(), UTF_8);
  }
}
