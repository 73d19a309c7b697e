package dev.bullpen.http.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.http.stream.NoOwner;
import dev.bullpen.json.Json;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.server.client.Peer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class StreamReplyTests {
  private final MessageStream stream =
      MessageStream.once(Form.EITHER, new OutQueue(OutgoingBudget.ofHeap()), new NoOwner());

  /** Has no JSON. */
  public static final class Unwritable {
    public String getText() {
      throw new IllegalStateException("a defect");
    }
  }

  @Test
  void a_stream_ends_although_its_answer_cannot_be_written() {
    AtomicInteger done = new AtomicInteger();
    StreamReply reply = new StreamReply(stream, true, Peer.UNIX, done::incrementAndGet);
    ObjectNode unwritable = Json.object().putPOJO("result", new Unwritable());
    assertThrows(RuntimeException.class, () -> reply.deliver(new RequestId.Number(1), unwritable));
    assertTrue(stream.isComplete());
    assertEquals(1, done.get());
  }
}
