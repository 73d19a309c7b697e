package dev.bullpen.http.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.json.Json;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.protocol.line.OutgoingBudget;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.call.Reply.BatchReply;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.SharedBudget;
import java.io.EOFException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class MessageStreamTests {
  private static final int MESSAGES = 200;

  /** So small that a few lines fill it. */
  private final OutgoingBudget unread = new OutgoingBudget(1000, new WaterMarks(100, 50));

  private final SharedBudget kept = new SharedBudget(1_000_000);
  private final EventLogs logs = new EventLogs(kept);
  private final MessageStream stream = stream(Form.EVENTS);

  private MessageStream stream(Form form) {
    return MessageStream.resumable(
        form, new OutQueue(unread, "alice"), new NoOwner(), "s", logs.log("alice"));
  }

  private static byte[] line(int number) {
    return ("{\"number\":" + number + "}\n").getBytes(US_ASCII);
  }

  /** What a client gets that resumes a stream after an event. */
  private static String resumed(MessageStream resumed, long number) {
    Connection connection = new Connection();
    assertTrue(resumed.resume(connection.answer(), number));
    return connection.text();
  }

  @RepeatedTest(100)
  void a_client_that_resumes_while_messages_come_misses_none() {
    Connection connection = new Connection();
    stream.attach(connection.answer());
    CompletableFuture<Void> messages = CompletableFuture.runAsync(this::sendAll);
    List<Integer> seen = new ArrayList<>();
    while (seen.size() < MESSAGES) {
      seen.addAll(connection.seen());
      for (int i = 0; i < seen.size(); i++) {
        assertEquals(i + 1, seen.get(i), seen::toString);
      }
      connection = new Connection();
      assertTrue(stream.resume(connection.answer(), seen.size()));
    }
    messages.join();
  }

  private void sendAll() {
    for (int i = 0; i < MESSAGES; i++) {
      stream.send("{}\n".getBytes(US_ASCII));
    }
  }

  @Test
  void a_client_without_a_connection_does_not_count_as_one_that_does_not_read() {
    for (int i = 0; i < 10 * MESSAGES; i++) {
      assertTrue(stream.send(line(i)));
      assertFalse(stream.isFull(), "after " + i);
    }
    assertEquals(0, unread.held());
    Connection connection = new Connection();
    stream.attach(connection.answer());
    String got = connection.text();
    for (int i = 0; i < 10 * MESSAGES; i++) {
      assertTrue(got.contains("{\"number\":" + i + "}"), "without " + i);
    }
  }

  @Test
  void progress_for_a_client_without_a_connection_is_dropped_before_its_answer() {
    MessageStream call = stream(Form.EITHER);
    Unread connection = new Unread();
    call.attachEvents(connection.answer(), true);
    connection.breaks();
    RequestId id = new RequestId.Number(1);
    int taken = 0;
    while (call.offer(id, line(taken))) {
      taken++;
    }
    assertTrue(taken > 100, taken + " were taken");
    call.respond(id, line(12_345));
    call.complete();
    String got = resumed(call, 1);
    assertTrue(got.contains("{\"number\":0}") && got.contains("{\"number\":12345}"), got);
  }

  @Test
  void an_answer_that_comes_beside_the_first_sign_of_life_has_its_own_status() {
    MessageStream call = stream(Form.EITHER);
    Connection connection = new Connection();
    call.attach(connection.answer());
    call.keepAlive();
    assertEquals("", connection.text(), "it is new");
    call.respond(new RequestId.Number(1), line(1), 400);
    call.complete();
    assertEquals("{\"number\":1}\n", connection.text());
  }

  @Test
  void a_request_that_waits_from_one_sign_of_life_to_the_next_gets_events() {
    MessageStream call = stream(Form.EITHER);
    Connection connection = new Connection();
    call.attach(connection.answer());
    call.keepAlive();
    call.keepAlive();
    assertEquals(":\n\n", connection.text());
  }

  @Test
  void what_a_request_has_kept_is_not_sent_after_its_cancel() {
    MessageStream call = stream(Form.EITHER);
    Unread connection = new Unread();
    call.attachEvents(connection.answer(), false);
    RequestId id = new RequestId.Number(1);
    call.offer(id, line(1));
    connection.breaks();
    call.offer(id, line(2));
    call.send(line(3));
    call.withdraw(id);
    call.complete();
    String got = resumed(call, 0);
    assertFalse(got.contains("{\"number\":1}") || got.contains("{\"number\":2}"), got);
    assertTrue(got.contains("{\"number\":3}"), "it belongs to no request: " + got);
  }

  @Test
  void nor_is_what_a_request_of_a_batch_has_kept() {
    MessageStream batch = stream(Form.EVENTS);
    BatchReply reply =
        new BatchReply(new LineReply(batch), 2, new SharedBudget(1), "alice", complete -> {});
    RequestId cancelled = new RequestId.Number(1);
    reply.offer(cancelled, notification(1));
    reply.offer(new RequestId.Number(2), notification(2));
    reply.withdraw(cancelled);
    String got = resumed(batch, 0);
    assertFalse(got.contains("{\"number\":1}"), got);
    assertTrue(got.contains("{\"number\":2}"), got);
  }

  private static ObjectNode notification(int number) {
    return Json.object().put("number", number);
  }

  @Test
  void without_a_connection_equal_notifications_are_kept_once() {
    stream.send(line(1));
    for (int i = 0; i < MESSAGES; i++) {
      stream.send(line(2));
      stream.send(line(3));
    }
    Connection connection = new Connection();
    stream.attach(connection.answer());
    assertEquals(List.of(1, 2, 3), connection.seen());
    stream.send(line(1));
    assertEquals(List.of(1, 2, 3, 4), connection.seen(), "the first was sent");
  }

  @Test
  void an_answer_without_a_connection_is_kept_for_the_client_and_takes_no_room_of_others() {
    MessageStream call = stream(Form.EITHER);
    Unread connection = new Unread();
    call.attachEvents(connection.answer(), true);
    call.send(line(1));
    assertTrue(unread.held() > 0, "it is being written");
    connection.breaks();
    call.respond(new RequestId.Number(1), line(2));
    call.complete();
    assertEquals(0, unread.held());
    String got = resumed(call, 1);
    assertTrue(got.contains("{\"number\":1}") && got.contains("{\"number\":2}"), got);
    call.discard();
    assertEquals(0, kept.held());
    assertFalse(call.resume(new Connection().answer(), 1));
  }

  @Test
  void a_stream_that_is_discarded_keeps_nothing_even_if_its_connection_breaks_later() {
    Unread connection = new Unread();
    stream.attach(connection.answer());
    stream.send(line(1));
    stream.send(line(2));
    stream.discard();
    assertTrue(unread.held() > 0, "it is being written");
    connection.breaks();
    assertEquals(0, unread.held());
    assertEquals(0, kept.held());
  }

  @Test
  void a_document_is_not_kept_for_a_client_that_cannot_name_it() {
    MessageStream call = stream(Form.DOCUMENT);
    Unread connection = new Unread();
    call.attach(connection.answer());
    call.detach(connection.answer());
    call.respond(new RequestId.Number(1), line(1));
    call.complete();
    assertEquals(0, unread.held());
    assertEquals(0, kept.held());
  }

  /** A connection whose client does not read. */
  private static final class Unread {
    private final List<Callback> writes = new ArrayList<>();
    private final HttpAnswer answer = new HttpAnswer(response(this::write), Callback.NOOP);

    HttpAnswer answer() {
      return answer;
    }

    private void write(ByteBuffer part, Callback written) {
      writes.add(written);
    }

    void breaks() {
      List.copyOf(writes).forEach(write -> write.failed(new EOFException()));
    }
  }

  private interface Writing {
    void write(ByteBuffer part, Callback written);
  }

  private static Response response(Writing writing) {
    return (Response)
        Proxy.newProxyInstance(
            Response.class.getClassLoader(),
            new Class<?>[] {Response.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write")) {
                writing.write((ByteBuffer) arguments[1], (Callback) arguments[2]);
              }
              return method.getName().equals("getHeaders") ? HttpFields.build() : null;
            });
  }

  /** What a client has got on one connection. */
  private static final class Connection {
    private static final Pattern ID = Pattern.compile("id: s-([0-9]+)\n");

    private final StringBuilder got = new StringBuilder();

    HttpAnswer answer() {
      return new HttpAnswer(response(this::write), Callback.NOOP);
    }

    private synchronized void write(ByteBuffer part, Callback written) {
      got.append(US_ASCII.decode(part));
      written.succeeded();
    }

    synchronized String text() {
      return got.toString();
    }

    synchronized List<Integer> seen() {
      return ID.matcher(got).results().map(id -> Integer.valueOf(id.group(1))).toList();
    }
  }
}
