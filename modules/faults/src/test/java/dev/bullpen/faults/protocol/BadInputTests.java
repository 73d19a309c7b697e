package dev.bullpen.faults.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests by the thousand that are wrong somewhere: each is answered properly, and nobody dies.
 */
class BadInputTests {
  /** So many are on their way at a time, as with a client that does not wait. */
  private static final int AT_ONCE = 50;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
    int requests = Size.repeat(2_000, 20_000) / 2;
    BadRequests bad = new BadRequests(Chance.of("bad input, " + revision));
    int served = 0;
    int refused = 0;
    try (Rig rig =
        Rig.start(revision, BadInputTests::project, launcher -> launcher.workers(3, 3)).settled()) {
      for (int sent = 0; sent < requests; sent += AT_ONCE) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          ids.add(send(rig, bad));
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

  private static long send(Rig rig, BadRequests bad) {
    String method = bad.method();
    return rig.client().send(method, bad.params(method));
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

  /** Params that are wrong in every way that chance can think of, and some that are right. */
  private static final class BadRequests {
    private static final List<String> METHODS =
        List.of(
            ("tools/call tools/list completion/complete prompts/list prompts/get resources/list"
                    + " resources/templates/list resources/read resources/subscribe ping"
                    + " resources/unsubscribe logging/setLevel server/discover initialize tools/Call"
                    + " tools/call/ rpc.discover notifications/cancelled ")
                .split(" ", -1));

    private static final List<String> MEMBERS =
        List.of(
            ("name arguments _meta cursor limit level timeoutSecs task inputResponses requestState"
                    + " ref argument uri progressToken text ")
                .split(" ", -1));

    /** Longer than an environment variable may be. */
    private static final int LONG = 150_000;

    private static final int DEEPEST = 40;

    private final Chance chance;

    BadRequests(Chance chance) {
      this.chance = chance;
    }

    /** A method, mostly one that there is. */
    String method() {
      return chance.below(10) == 0 ? text() : METHODS.get(chance.below(METHODS.size()));
    }

    /** Params for a method; most of those for tools/call are nearly right. */
    JsonNode params(String method) {
      if (method.equals("tools/call") && chance.below(4) > 0) {
        return nearly(Messages.callTool("strict", "{'text':'a','count':3}"));
      }
      JsonNode params = chance.below(4) == 0 ? value(3) : object(3);
      // Null counts as none, and a ping without any belongs to the revisions before 2026-07-28.
      return params.isNull() ? object(3) : params;
    }

    /** One member of it or of its arguments is replaced, removed, or added. */
    private ObjectNode nearly(ObjectNode call) {
      ObjectNode where = chance.below(2) == 0 ? call : (ObjectNode) call.get("arguments");
      String member =
          chance.below(2) == 0
              ? List.copyOf(where.propertyNames()).get(chance.below(where.size()))
              : MEMBERS.get(chance.below(MEMBERS.size()));
      if (chance.below(5) == 0) {
        where.remove(member);
      } else {
        where.set(member, value(3));
      }
      return call;
    }

    private JsonNode value(int depth) {
      List<Supplier<JsonNode>> kinds =
          List.of(
              () -> Messages.value("null"),
              () -> Messages.value("true"),
              this::number,
              () -> string(text()),
              () -> depth > 0 ? array(depth) : string(""),
              () -> depth > 0 ? object(depth) : string(""),
              () -> chance.below(20) == 0 ? string("x".repeat(LONG)) : string("strict"),
              () -> chance.below(5) == 0 ? deep() : Json.object());
      return kinds.get(chance.below(kinds.size())).get();
    }

    private JsonNode number() {
      List<String> numbers =
          List.of("0", "-1", "1", "1.5", "1e400", "-0.0", "9007199254740993", "2147483648");
      return chance.below(9) == 0
          ? Json.object()
              .put("n", new BigInteger(400, new java.util.Random(chance.below(99))))
              .get("n")
          : Messages.value(numbers.get(chance.below(numbers.size())));
    }

    private JsonNode array(int depth) {
      var array = Json.array();
      for (int i = chance.below(4); i > 0; i--) {
        array.add(value(depth - 1));
      }
      return array;
    }

    private ObjectNode object(int depth) {
      ObjectNode object = Json.object();
      for (int i = chance.below(5); i > 0; i--) {
        object.set(
            chance.below(4) == 0 ? text() : MEMBERS.get(chance.below(MEMBERS.size())),
            value(depth - 1));
      }
      return object;
    }

    private JsonNode deep() {
      int depth = 1 + chance.below(DEEPEST);
      return Messages.value("[".repeat(depth) + "]".repeat(depth));
    }

    private String text() {
      List<String> texts =
          List.of(
              "",
              " ",
              "strict",
              "no-such",
              "../../etc/passwd",
              "$(touch /tmp/never)",
              "'; exit 1; '",
              "--help",
              "\0",
              "\n\r\t",
              "caf\u00e9 \ud83d\ude00",
              "\u2028",
              "null",
              "a".repeat(300));
      return texts.get(chance.below(texts.size()));
    }

    private static JsonNode string(String text) {
      return Json.object().put("s", text).get("s");
    }
  }
}
