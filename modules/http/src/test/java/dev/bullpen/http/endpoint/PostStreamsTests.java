package dev.bullpen.http.endpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.stream.EventLogs;
import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.http.stream.NoOwner;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.server.client.SharedBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostStreamsTests {
  private static final byte[] LINE = ("{" + " ".repeat(1000) + "}\n").getBytes(US_ASCII);

  private final SharedBudget budget = new SharedBudget(1_000_000);
  private final EventLogs logs = new EventLogs(budget);
  private final PostStreams streams = new PostStreams();

  private MessageStream added(String name) {
    return added(name, Form.EITHER);
  }

  private MessageStream added(String name, Form form) {
    MessageStream stream =
        MessageStream.resumable(
            form, new OutQueue(OutgoingBudget.ofHeap()), new NoOwner(), name, logs.log("alice"));
    streams.add(name, stream);
    return stream;
  }

  private boolean isKept(String name) {
    return streams.named(name).isPresent();
  }

  private void addOver(int from, int to) {
    for (int i = from; i <= to; i++) {
      added("s" + i).complete();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 40})
  void of_those_that_are_over_the_newest_sixteen_are_kept(int count) {
    addOver(1, count);
    added("next");
    for (int i = 1; i <= count; i++) {
      assertEquals(i > count - 16, isKept("s" + i), "s" + i);
    }
    assertTrue(isKept("next"));
  }

  @Test
  void one_that_is_not_over_is_kept_however_many_follow() {
    added("long");
    addOver(1, 100);
    assertTrue(isKept("long"));
  }

  @Test
  void what_began_first_and_is_over_last_is_the_newest() {
    MessageStream slow = added("slow");
    addOver(1, 20);
    slow.complete();
    addOver(21, 34);
    added("next");
    assertTrue(isKept("slow"), "at most fifteen were over after it");
    added("more").complete();
    added("last");
    assertFalse(isKept("slow"), "sixteen were over after it");
  }

  @Test
  void what_is_not_kept_any_more_takes_no_memory() {
    for (int i = 1; i <= 40; i++) {
      MessageStream stream = added("s" + i, Form.EVENTS);
      stream.send(LINE);
      stream.complete();
    }
    long held = budget.held();
    assertTrue(held > 17 * LINE.length && held < 20 * LINE.length, held + " bytes for seventeen");
    streams.discard();
    assertEquals(0, budget.held());
  }
}
