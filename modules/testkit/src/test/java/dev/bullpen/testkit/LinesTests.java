package dev.bullpen.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTests {
  private static List<String> cut(String text) throws IOException {
    List<String> out = new ArrayList<>();
    Lines lines = new Lines(line -> out.add(new String(line, UTF_8)));
    var channel = Channels.newChannel(new ByteArrayInputStream(text.getBytes(UTF_8)));
    while (lines.read(channel)) {
      // to the end
    }
    return out;
  }

  @Test
  void lines_end_at_a_newline_and_at_the_end() throws IOException {
    assertEquals(List.of("a", "", "b\r", "c"), cut("a\n\nb\r\nc"));
    assertEquals(List.of("a"), cut("a\n"));
    assertEquals(List.of(), cut(""));
  }

  @Test
  void a_line_may_be_longer_than_what_is_read_at_once() throws IOException {
    for (int length : List.of(65535, 65536, 65537, 200_000)) {
      String long_ = "x".repeat(length);
      assertEquals(List.of(long_, "y"), cut(long_ + "\ny\n"));
    }
  }
}
