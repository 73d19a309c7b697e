package dev.bullpen.faults.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.client.Messages;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Params that are wrong in every way that chance can think of, and some that are right. */
final class BadRequests {
  private static final List<String> METHODS =
      List.of(
          "tools/call",
          "tools/list",
          "completion/complete",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "logging/setLevel",
          "ping",
          "server/discover",
          "initialize",
          "tools/Call",
          "tools/call/",
          "rpc.discover",
          "notifications/cancelled",
          "");

  private static final List<String> MEMBERS =
      List.of(
          "name",
          "arguments",
          "_meta",
          "cursor",
          "limit",
          "level",
          "timeoutSecs",
          "task",
          "inputResponses",
          "requestState",
          "ref",
          "argument",
          "uri",
          "progressToken",
          "text",
          "");

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
