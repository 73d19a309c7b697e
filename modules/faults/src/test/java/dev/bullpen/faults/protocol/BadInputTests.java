package dev.bullpen.faults.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.JsonGrammar;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Requests by the thousand that are wrong somewhere: each is answered properly, and nobody dies.
 */
class BadInputTests {
  /** So many are on their way at a time, as with a client that does not wait. */
  private static final int AT_ONCE = 50;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Map<String, String> RIGHT =
      Map.of(
          "tools/call", right("{'name':'strict','arguments':{'text':'a','count':3},'_meta':{}}"),
          "tools/list", right("{'cursor':'c','limit':5}"),
          "completion/complete",
              right(
                  "{'ref':{'type':'ref/prompt','name':'fast'},'argument':{'name':'query','value':''}}"),
          "prompts/get", right("{'name':'fast','arguments':{'query':'x'}}"),
          "resources/read", right("{'uri':'file:///strict'}"),
          "resources/subscribe", right("{'uri':'file:///strict'}"),
          "logging/setLevel", right("{'level':'info'}"),
          "initialize",
              right("{'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':{}}"));

  /** The first of them have params above; the last are no methods. */
  private static final List<String> METHODS =
      Stream.concat(
              RIGHT.keySet().stream().sorted(),
              Stream.of("ping", "server/discover", "tools/Call", "notifications/cancelled", ""))
          .toList();

  private static final JsonGrammar GRAMMAR =
      JsonGrammar.of(RIGHT.values().stream().sorted().toList());

  private static String right(String params) {
    return params.replace('\'', '"');
  }

  private static void project(ProjectFixture project) {
    project.tool(
        "strict",
        "{'timeoutSecs':10,'inputSchema':{'type':'object','properties':{'text':{'type':'string',"
            + "'maxLength':1000},'count':{'type':'integer','minimum':0}},'required':['text'],"
            + "'additionalProperties':false}}",
        ToolScripts.HELLO);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void every_one_gets_one_answer_and_nothing_is_left(Revision revision) {
    int requests = Size.repeat(600, 20_000) / 2;
    Random chance = new Random(Chance.of("bad input, " + revision).below(Integer.MAX_VALUE));
    int served = 0;
    int refused = 0;
    try (Rig rig =
        Rig.start(revision, BadInputTests::project, launcher -> launcher.workers(2, 2)).settled()) {
      for (int sent = 0; sent < requests; sent += AT_ONCE) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          ids.add(send(rig, chance));
        }
        for (long id : ids) {
          Answer answer = rig.client().await(id, PATIENCE);
          assertProper(answer);
          if (answer.failed() || answer.isError()) {
            refused++;
          } else {
            served++;
          }
        }
        assertTrue(rig.process().running());
      }
      for (long id = 1; id <= requests; id++) {
        assertTrue(rig.client().answers(id) <= 1, id + " was answered twice");
      }
      System.out.printf(
          "[measured] bad input, %s: %d refused, %d served%n", revision, refused, served);
      assertTrue(refused > requests / 2, "hardly anything was bad: " + refused);
      assertEquals("hello\n", rig.client().callTool("strict", "{'text':''}").text());
      rig.assertCalm();
    }
  }

  /** What is right with one to five changes, and now and then of another method or of none. */
  private static long send(Rig rig, Random chance) {
    String method = METHODS.get(chance.nextInt(METHODS.size()));
    String right = RIGHT.get(METHODS.get(chance.nextInt(RIGHT.size())));
    String params = GRAMMAR.changed(RIGHT.getOrDefault(method, right), chance);
    String named = chance.nextInt(10) == 0 ? GRAMMAR.value(chance, 0) : method;
    return rig.client().send(named, parsed(params));
  }

  /** Null counts as none, and a ping without any belongs to the revisions before 2026-07-28. */
  private static JsonNode parsed(String params) {
    try {
      JsonNode parsed = Json.parse(params);
      return parsed.isNull() ? Json.object() : parsed;
    } catch (JsonException e) {
      return Json.object().put("name", params);
    }
  }

  private static void assertProper(Answer answer) {
    if (answer.failed()) {
      int code = answer.code().orElse(0);
      assertTrue(
          code >= -32700 && code <= -32600
              || code == -32000
              || code == -32002
              || code == -32021
              || code == -32022
              || code > 0,
          answer.message().toString());
      assertTrue(!answer.errorText().isBlank(), answer.message().toString());
      assertTrue(!answer.message().toString().contains("Exception"), answer.message().toString());
    } else {
      assertTrue(answer.result().isObject(), answer.message().toString());
    }
  }
}
