package dev.bullpen.acceptance.protocol;

import static dev.bullpen.testkit.fixture.Requests.FAST;
import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Lines, ids and batches. */
class FramingTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(project -> {}, launcher -> launcher.workers(2, 4));

  private static final Duration PROMPT = Duration.ofMillis(200);

  private static final List<String> IDS =
      List.of(
          "1",
          "'1'",
          "0",
          "-5",
          "''",
          "9007199254740993",
          "123456789012345678901234567890",
          "'" + "x".repeat(200) + "'",
          "'caf\u00e9 \ud83d\ude00'");

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void fr_05_an_id_comes_back_with_its_type_and_value(Revision revision) {
    try (Conversation server = Conversation.open()) {
      String envelope = "";
      if (revision.handshake()) {
        server.initialized(revision);
      } else {
        envelope = "," + Requests.ENVELOPE;
      }
      for (String id : IDS) {
        Said.result(id, server.ask(request(id, "completion/complete", FAST + envelope)));
      }
    }
  }

  @Test
  void fr_11_blank_lines_carriage_returns_and_a_mark_at_the_start_are_tolerated() {
    try (Conversation server = Conversation.open()) {
      assertEquals(
          List.of("1", "2"),
          server
              .exchange(
                  "\ufeff{'jsonrpc':'2.0','id':1,'method':'ping'}",
                  "",
                  "   ",
                  "\r",
                  "{'jsonrpc':'2.0','id':2,'method':'ping'}\r")
              .stream()
              .map(message -> Json.text(message.path("id")))
              .toList());
    }
  }

  @Test
  void fr_11_a_last_line_needs_no_newline() {
    try (Conversation server = Conversation.open()) {
      server.process().sendRaw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes());
      server.process().closeStdin();
      assertTrue(
          server
              .process()
              .transcript()
              .awaitResponse("1", Deadline.in(McpClient.PATIENCE))
              .isPresent());
    }
  }

  @Test
  void fr_12_a_batch_of_2025_03_26_is_answered_by_one_array() {
    try (Conversation server = Conversation.open().initialized(Revision.V2025_03_26)) {
      server.say(
          "["
              + request("'p'", "ping", "")
              + ","
              + request("'c'", "completion/complete", FAST)
              + ",{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':9}}"
              + ",7]");
      JsonNode batch =
          server
              .process()
              .transcript()
              .await(
                  line -> line.json().filter(JsonNode::isArray).isPresent(),
                  Deadline.in(McpClient.PATIENCE))
              .orElseThrow()
              .json()
              .orElseThrow();
      assertEquals(3, batch.size(), batch.toString());
      Set<String> ids = new HashSet<>();
      batch.forEach(element -> ids.add(Json.text(element.path("id"))));
      assertTrue(ids.containsAll(Set.of("\"p\"", "\"c\"")), ids.toString());
    }
  }

  @Test
  void fr_13_no_batch_may_hold_initialize() {
    try (Conversation server = Conversation.open()) {
      Said.errorWithoutId(
          -32600, server.exchange("[" + Requests.initialize("1", "2025-03-26") + "]"));
      Said.error(-32000, "2", server.ask(request("2", "completion/complete", FAST)));
    }
  }

  @Test
  void fr_16_a_second_request_with_an_open_id_is_refused_and_the_first_goes_on() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job first = rig.begin(Rig.HOLD, 1);
    rig.process().send(Messages.request(first.id(), "ping", Messages.json("{}")));
    assertEquals(-32600, rig.client().await(first.id(), McpClient.PATIENCE).code().orElse(0));
    assertFalse(rig.awaitGone(first, Duration.ZERO).none(), "the first was disturbed");
    rig.client().cancel(first.id());
    rig.assertGone(first, McpClient.PATIENCE);
  }

  @Test
  void fr_15_a_ping_does_not_wait_for_what_is_slow() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job slow = rig.begin(Rig.HOLD, 1);
    Mark.atMost("a ping beside a slow request", rig.client().ping().took(), PROMPT);
    Mark.atMost(
        "a completion beside a slow request",
        rig.client().complete(Rig.FAST, "query", "").took(),
        PROMPT);
    rig.client().cancel(slow.id());
  }

  @Test
  void fr_15_many_requests_at_once_get_one_whole_line_each() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Job> jobs = IntStream.range(0, 200).mapToObj(i -> rig.send(Rig.FAST)).toList();
    for (Job job : jobs) {
      assertEquals(List.of("ok"), rig.client().await(job.id(), McpClient.PATIENCE).values());
    }
    rig.client().ping();
    jobs.forEach(job -> assertEquals(1, rig.client().answers(job.id())));
    assertTrue(
        rig.process().transcript().received().stream().allMatch(line -> line.json().isPresent()),
        "not every line was JSON");
  }
}
