package dev.bullpen.helper.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TailTests {
  @Test
  void it_holds_the_last_bytes_however_they_came() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int limit = random.nextInt(20);
      Outputs.Tail tail = new Outputs.Tail(limit);
      StringBuilder all = new StringBuilder();
      for (int piece = random.nextInt(10); piece > 0; piece--) {
        String text = "abcdefghijklmnopqrstuvwxyz".substring(0, random.nextInt(26));
        all.append(text);
        tail.add(text.getBytes());
      }
      String expected = all.substring(Math.max(0, all.length() - limit));
      assertEquals(expected, new String(tail.bytes()));
      assertEquals(expected.length(), tail.length());
    }
  }
}
