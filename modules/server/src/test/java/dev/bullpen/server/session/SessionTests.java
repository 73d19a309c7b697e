package dev.bullpen.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.call.Wire;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class SessionTests {
  private static final String PING = "{'jsonrpc':'2.0','id':2,'method':'ping'}";

  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final Session session = Sessions.of(Calls.client(wire), table, Map.of());

  private void ping() {
    session.accept(Calls.message(PING), PING.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nothing_is_served_after_the_end() {
    ping();
    assertTrue(session.end("over"));
    ping();
    assertEquals(1, wire.lines().size());
  }

  @Test
  void a_defect_in_a_step_of_the_end_keeps_none_after_it_from_being_made() {
    Calls.open(1, new Broken(wire.writer()), table);
    assertFalse(session.end("over"));
    ping();
    assertEquals(List.of(), wire.lines());
  }

  /** Cannot deliver an answer, as where a jar has been overwritten. */
  private record Broken(OutgoingMessages way) implements Reply {
    @Override
    public void deliver(RequestId id, ObjectNode message) {
      throw new NoClassDefFoundError("as tests do");
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
}
