package dev.bullpen.acceptance.protocol;

import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** With a token set, nobody is heard who does not say it, and no script ever sees it: SE-06. */
@Tag("promise")
class RemoteTokenTests {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String META = "'_meta':{'mcpbash/remoteToken':'" + SECRET + "'}";
  private static final String REFUSED = "Remote token missing or invalid";
  private static final String INITIALIZE = "'protocolVersion':'2025-11-25'," + Requests.CLIENT;

  @Test
  void requests_without_it_are_refused_and_with_it_served_and_scripts_never_see_it() {
    try (Conversation server = open(SECRET)) {
      assertRefused(server.ask(request("1", "initialize", INITIALIZE)));
      assertRefused(server.ask(request("2", "initialize", INITIALIZE + "," + wrong("0"))));
      assertRefused(server.ask(request("3", "initialize", INITIALIZE + "," + wrong(SECRET + "0"))));
      Said.result("4", server.ask(request("4", "initialize", INITIALIZE + "," + META)));
      assertRefused(server.ask(request("5", "ping", "")));
      Said.result("6", server.ask(request("6", "ping", META)));
      server.say("{'jsonrpc':'2.0','method':'notifications/initialized','params':{" + META + "}}");
      JsonNode answer =
          server.ask(request("7", "tools/call", "'name':'environment','arguments':{}," + META));
      String text = Said.result("7", answer).get("content").get(0).get("text").stringValue();
      assertTrue(text.contains("MCP_TOOL_NAME=environment"), text);
      assertFalse(text.contains(SECRET), text);
    }
  }

  @Test
  void a_short_one_is_refused_at_the_start() {
    try (Conversation server = open(SECRET.substring(1))) {
      assertEquals(OptionalInt.of(1), server.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
      server.process().stderr().assertSays("32");
    }
  }

  private static Conversation open(String token) {
    return Conversation.open(
        project -> project.tool("environment", ToolScripts.ENVIRONMENT),
        launcher -> launcher.workers(1, 1).environment("MCPBASH_REMOTE_TOKEN", token));
  }

  private static String wrong(String token) {
    return "'_meta':{'mcpbash/remoteToken':'" + token + "'}";
  }

  private static void assertRefused(JsonNode answer) {
    assertEquals(-32602, answer.path("error").path("code").asInt(0), answer.toString());
    assertTrue(
        answer.get("error").get("message").stringValue().startsWith(REFUSED), answer.toString());
  }
}
