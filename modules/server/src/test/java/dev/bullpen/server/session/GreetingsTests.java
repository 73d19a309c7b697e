package dev.bullpen.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GreetingsTests {
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final AtomicInteger greeted = new AtomicInteger();
  private final Greetings greetings =
      new Greetings(
          ServerInfo.of("test", "1"),
          new ServerCapabilities(EnumSet.allOf(Capability.class)),
          CacheHint.STALE,
          false,
          greeted::incrementAndGet);

  private Call call(int id) {
    return Calls.open(id, new LineReply(wire.writer()), table);
  }

  @Test
  void each_greeting_is_reported_once_its_client_has_its_answer() {
    greetings.discover(call(1));
    greetings.initialize(call(2), Revision.V2025_06_18, ClientCapabilities.NONE);
    greetings.discover(call(3));
    assertEquals(3, greeted.get());
    assertEquals(3, wire.lines().size());
  }
}
