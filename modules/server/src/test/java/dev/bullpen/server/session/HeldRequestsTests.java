package dev.bullpen.server.session;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HeldRequestsTests {
  private final HeldRequests held = new HeldRequests();
  private final List<Call> begun = new CopyOnWriteArrayList<>();
  private final CallTable table = new CallTable();
  private final Wire wire = Wire.stopped(new WaterMarks(100, 50), held::release);

  HeldRequestsTests() {
    held.begin(Calls.dispatcher(wire.writer(), table, begun::add), wire.writer());
  }

  private void send(String message) {
    held.accept(Calls.message(message), message.length());
  }

  private void complete(int id) {
    send(
        "{'jsonrpc':'2.0','id':%d,'method':'completion/complete','params':{%s}}"
            .formatted(id, Calls.MODERN));
  }

  private void fill() throws InterruptedException {
    wire.writer().send(JsonRpc.line(Json.object()));
    wire.awaitBlocked();
    wire.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    assertTrue(wire.writer().isFull());
  }

  @Test
  void requests_of_a_client_that_reads_are_served_at_once() {
    complete(1);
    assertEquals(1, begun.size());
  }

  @Test
  void requests_wait_in_order_for_a_client_that_does_not_read_and_cancels_do_not()
      throws InterruptedException {
    complete(1);
    fill();
    for (int id = 2; id <= 5; id++) {
      complete(id);
    }
    assertEquals(1, begun.size());
    send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    assertEquals(Optional.empty(), table.find(Calls.id(1)), "the running one is cancelled");
    send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':3}}");
    wire.readOn();
    await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() == 4);
    assertEquals(
        List.of(Calls.id(1), Calls.id(2), Calls.id(4), Calls.id(5)),
        begun.stream().map(Call::id).toList());
  }
}
