package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

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
  void of_more_only_the_number_is_told() {
    open(MOST_TOLD + 1);
    List<String> lines = table.describe();
    assertEquals(2 + MOST_TOLD, lines.size());
    assertEquals("  and 1 more", lines.get(1 + MOST_TOLD));
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
}
