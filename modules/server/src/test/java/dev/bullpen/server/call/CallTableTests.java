package dev.bullpen.server.call;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class CallTableTests {
  private static final int MOST_TOLD = 40;

  private final CallTable table = new CallTable();

  private void open(int calls) {
    for (int i = 0; i < calls; i++) {
      Calls.open(i, new LineReply(Wire.reading().writer()), table);
    }
  }

  @Test
  void without_calls_it_says_so() {
    assertEquals(List.of("calls in flight: 0"), table.describe());
  }

  @Test
  void a_screenful_is_described_whole_the_oldest_first() {
    open(MOST_TOLD);
    List<String> lines = table.describe();
    assertEquals(1 + MOST_TOLD, lines.size());
    assertEquals("calls in flight: 40", lines.get(0));
    assertTrue(lines.get(1).matches("  0 test, for \\d+\\.\\d s"), lines.get(1));
    assertTrue(lines.get(MOST_TOLD).startsWith("  39 "), lines.get(MOST_TOLD));
  }

  @Test
  void of_further_calls_only_the_number_is_shown() {
    open(MOST_TOLD + 1);
    List<String> lines = table.describe();
    assertEquals(2 + MOST_TOLD, lines.size());
    assertEquals("  and 1 more", lines.get(1 + MOST_TOLD));
  }

  @Test
  void all_are_answered_at_the_end_though_the_end_of_one_fails() {
    Wire wire = Wire.reading();
    for (int i = 0; i < 3; i++) {
      Calls.open(i, new LineReply(wire.writer()), table)
          .replaceOnEnd(
              () -> {
                throw new NoClassDefFoundError("for the test");
              });
    }
    assertThrows(
        NoClassDefFoundError.class,
        () ->
            table.abandonAll(new JsonRpcError(ErrorCode.INTERNAL_ERROR, "the end", Json.object())));
    await().atMost(Duration.ofSeconds(20)).until(() -> wire.lines().size() == 3);
  }

  /** A client that uses an id again when it has the answer, before who answers has gone on. */
  private final class FastClient implements Reply {
    @Override
    public OutgoingMessages way() {
      throw new AssertionError("nothing is asked");
    }

    private final List<Boolean> taken = new ArrayList<>();

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      taken.add(table.add(call(id)));
      taken.add(table.add(call(id)));
    }

    private Call call(RequestId id) {
      Caller caller = Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE);
      return new Call(id, "test", Json.object(), caller, this, table);
    }

    @Override
    public void offer(RequestId id, ObjectNode notification) {}

    @Override
    public void send(RequestId id, ObjectNode notification) {}

    @Override
    public void none() {}

    @Override
    public void withdraw(RequestId id) {}
  }

  @Test
  void an_id_is_free_as_soon_as_its_client_can_have_the_answer() {
    FastClient client = new FastClient();
    Calls.open(1, client, table).answer(Json.object());
    assertEquals(List.of(true, false), client.taken);
    assertTrue(table.find(Calls.id(1)).orElseThrow().isOpen());
  }

  @Test
  void a_long_id_is_cut() {
    Call call =
        new Call(
            new RequestId.Text("x".repeat(100)),
            "test",
            Json.object(),
            Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(Wire.reading().writer()),
            table);
    table.add(call);
    assertTrue(
        table.describe().get(1).matches("  \"x{59}\\.\\.\\. test, for .*"),
        table.describe().get(1));
  }

  @Test
  void it_is_not_quiet_while_a_call_is_served() {
    open(1);
    assertEquals(Duration.ZERO, table.quietFor());
  }

  @Test
  void calls_that_only_listen_do_not_keep_it_from_being_quiet() {
    Call listening = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    listening.listens();
    assertTrue(table.quietFor().toNanos() > 0, "it is quiet from then on");
    Call served = Calls.open(2, new LineReply(Wire.reading().writer()), table);
    assertEquals(Duration.ZERO, table.quietFor());
    served.answer(Json.object());
    listening.answer(Json.object());
    assertTrue(table.quietFor().toNanos() > 0);
    assertTrue(table.awaitNone(Duration.ZERO));
  }

  @Test
  void a_call_that_listens_is_waited_for_like_any_other() {
    Call listening = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    listening.listens();
    assertFalse(table.awaitNone(Duration.ZERO));
  }

  @Test
  void a_call_that_was_over_before_it_listened_does_not_count() {
    Call over = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    over.cancel();
    over.listens();
    open(1);
    assertEquals(Duration.ZERO, table.quietFor());
  }

  @Test
  void an_observer_that_fails_keeps_the_end_of_a_call_from_no_other() {
    List<String> seen = new ArrayList<>();
    CallTable observed =
        new CallTable(
            List.of(
                ended -> {
                  throw new NoClassDefFoundError("for the test");
                },
                ended -> seen.add("observed")));
    Call call = Calls.open(1, new LineReply(Wire.reading().writer()), observed);
    call.replaceOnEnd(() -> seen.add("ended"));
    call.answer(Json.object());
    assertEquals(List.of("observed", "ended"), seen);
  }
}
