package dev.bullpen.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The change notices of one server, told apart by whom they are for: the tag of a notice is the
 * JSON text of the id of the subscription it belongs to, or {@link #SESSION} if it has none.
 */
final class Notices {
  static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
  static final String TOOLS = "notifications/tools/list_changed";
  static final String PROMPTS = "notifications/prompts/list_changed";
  static final String RESOURCES = "notifications/resources/list_changed";
  static final String UPDATED = "notifications/resources/updated";

  static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

  /** The tag of what belongs to no subscription, but to the session. */
  static final String SESSION = "";

  /** Within this a change is told. */
  static final Duration WITHIN = Duration.ofSeconds(1);

  /** Longer than changes are collected before they are told. */
  static final Duration QUIET = Duration.ofMillis(700);

  private static final List<String> CHANGES = List.of(TOOLS, PROMPTS, RESOURCES, UPDATED);

  private final McpProcess server;
  private final Map<String, Integer> told = new TreeMap<>();
  private final List<Duration> delays = new ArrayList<>();

  Notices(McpProcess server) {
    this.server = server;
  }

  /**
   * Open a subscription under an id given as JSON, for what is in the filter, both with ' for "; it
   * must be acknowledged first. Returns what is honoured.
   */
  JsonNode listen(String id, String filter) {
    String tag = id.replace('\'', '"');
    int others = count(ACKNOWLEDGED, tag);
    say(id, "'notifications':" + filter);
    JsonNode message = await(ACKNOWLEDGED, tag, others, McpClient.PATIENCE).json().orElseThrow();
    return message.get("params").get("notifications");
  }

  /** Ask for a subscription with those params beside the envelope, with ' for ". */
  void say(String id, String params) {
    String members = params.isEmpty() ? Requests.ENVELOPE : params + "," + Requests.ENVELOPE;
    server.sendLine(Requests.request(id, "subscriptions/listen", members).replace('\'', '"'));
  }

  /** What has been asked under that id is refused. */
  void assertRefused(String id, int code) {
    JsonNode refusal =
        server
            .transcript()
            .awaitResponse(id, Deadline.in(McpClient.PATIENCE))
            .flatMap(Line::json)
            .orElseThrow(() -> Diagnosis.failure(server, "no answer to " + id));
    Said.error(code, id, refusal);
  }

  /** Each of them is told of a change of that kind in time. */
  void reach(long since, String method, String... tags) {
    for (String tag : tags) {
      int others = told.merge(method + " " + tag, 1, Integer::sum) - 1;
      Line line = await(method, tag, others, McpClient.PATIENCE);
      Duration took = Duration.ofNanos(line.nanos() - since);
      delays.add(took);
      Mark.atMost(method + " for \"" + tag + "\"", took, WITHIN);
    }
  }

  /** More of that kind may come: each is counted as seen, until for a while there is none. */
  void expectMore(String method, String... tags) {
    for (String tag : tags) {
      String kind = method + " " + tag;
      while (server
          .transcript()
          .await(line -> is(line, method, tag), told.getOrDefault(kind, 0), quiet())
          .isPresent()) {
        told.merge(kind, 1, Integer::sum);
      }
    }
  }

  /** For a while there is no notice but those that {@link #reach} has seen. */
  void assertNoMore() {
    assertNoMore(quiet());
  }

  /** Until the last notice that {@link #reach} has seen there was none that it has not. */
  void assertNoneBetween() {
    assertNoMore(Deadline.in(Duration.ZERO));
  }

  private void assertNoMore(Deadline until) {
    int expected = told.values().stream().mapToInt(Integer::intValue).sum();
    Optional<Line> more =
        server
            .transcript()
            .await(line -> method(line).filter(CHANGES::contains).isPresent(), expected, until);
    if (more.isPresent()) {
      throw Diagnosis.failure(server, "one more than told of " + told + ": " + more.get());
    }
  }

  /** How long each notice was on its way. */
  List<Duration> delays() {
    return List.copyOf(delays);
  }

  /** The notices of a kind for one of them so far. */
  List<JsonNode> of(String method, String tag) {
    return server.transcript().heard(method).stream()
        .filter(message -> tag(message).equals(tag))
        .toList();
  }

  int count(String method, String tag) {
    return of(method, tag).size();
  }

  /** The notice of a kind for one of them that follows so many others. */
  Line await(String method, String tag, int others, Duration within) {
    return server
        .transcript()
        .await(line -> is(line, method, tag), others, Deadline.in(within))
        .orElseThrow(
            () -> Diagnosis.failure(server, "no " + method + " for \"" + tag + "\" " + others));
  }

  /** The first notice of a subscription is its acknowledgement. */
  void assertAcknowledgedFirst(String tag) {
    List<JsonNode> tagged =
        server.transcript().received().stream()
            .map(line -> line.json().orElseThrow())
            .filter(message -> message.has("method") && tag(message).equals(tag))
            .toList();
    assertTrue(!tagged.isEmpty(), "nothing for " + tag);
    assertEquals(ACKNOWLEDGED, tagged.get(0).get("method").stringValue(), tagged.toString());
  }

  /** The tag of a message. */
  static String tag(JsonNode message) {
    JsonNode id = message.path("params").path("_meta").path(SUBSCRIPTION_ID);
    return id.isMissingNode() ? SESSION : Json.text(id);
  }

  static Deadline quiet() {
    return Deadline.in(QUIET);
  }

  private static boolean is(Line line, String method, String tag) {
    return line.json()
        .filter(json -> method.equals(json.path("method").asString("")))
        .filter(json -> tag(json).equals(tag))
        .isPresent();
  }

  private static Optional<String> method(Line line) {
    return line.json().map(json -> json.path("method").asString(""));
  }
}
