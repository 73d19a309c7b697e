package dev.bullpen.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RepliesTests {
  private static Replies replies(String lines) {
    return new Replies(new ByteArrayInputStream(lines.getBytes(UTF_8)));
  }

  @Test
  void lines_come_one_by_one_and_then_none() throws IOException {
    Replies replies = replies("one\n\nthree\nunfinished");
    assertEquals(new Reply("one", 3), replies.read());
    assertEquals(new Reply("", 0), replies.read());
    assertEquals(new Reply("three", 5), replies.read());
    assertThrows(IOException.class, replies::read);
  }

  @Test
  void of_a_long_line_only_the_beginning_is_kept() throws IOException {
    Replies replies = replies("begin" + "x".repeat(1_000_000) + "\nnext\n");
    Reply reply = replies.read();
    assertEquals(1_000_005, reply.bytes());
    assertEquals(8 * 1024, reply.head().length());
    assertTrue(reply.head().startsWith("begin"));
    assertEquals(new Reply("next", 4), replies.read());
  }

  @Test
  void it_is_known_what_a_line_is() {
    Reply answer = new Reply("{\"jsonrpc\":\"2.0\",\"id\":12,\"result\":{}}", 0);
    assertTrue(answer.isAnswer() && answer.isGood());
    assertTrue(answer.isOf(12));
    assertFalse(answer.isOf(1));
    assertFalse(answer.isOf(2));
    assertFalse(new Reply("{\"id\":1,\"error\":{}}", 0).isGood());
    assertFalse(new Reply("{\"id\":1,\"result\":{\"isError\":true}}", 0).isGood());
    assertFalse(new Reply("{\"method\":\"notifications/message\"}", 0).isAnswer());
  }
}
