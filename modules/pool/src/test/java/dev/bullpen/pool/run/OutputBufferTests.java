package dev.bullpen.pool.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OutputBufferTests {
  private static final byte[] FIRST = {1, 2};
  private static final byte[] SECOND = {};
  private static final byte[] THIRD = {3};

  /** A piece that is one of many. */
  private static final int LONG = 40_000;

  /** One after which some has been put aside already. */
  private static final int MIDDLE = 12;

  private final OutputBuffer written = new OutputBuffer();

  @Test
  void one_piece_is_not_copied_and_several_are_put_together_once_in_their_order() {
    assertArrayEquals(new byte[0], new OutputBuffer().all());
    written.add(FIRST);
    assertSame(FIRST, written.all());
    written.add(SECOND);
    assertArrayEquals(FIRST, written.all());
    written.add(THIRD);
    assertArrayEquals(new byte[] {1, 2, 3}, written.all());
    assertSame(written.all(), written.all(), "and once only");
  }

  @Test
  void a_long_text_is_put_together_in_its_order_too() {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < 3 * OutputBuffer.ON_HEAP_BYTES / LONG; i++) {
      byte[] piece = new byte[LONG];
      Arrays.fill(piece, (byte) i);
      written.add(piece);
      expected.writeBytes(piece);
      if (i == MIDDLE) {
        assertArrayEquals(expected.toByteArray(), written.all());
      }
    }
    assertArrayEquals(expected.toByteArray(), written.all());
    assertSame(written.all(), written.all(), "and once only");
  }

  @Test
  void nothing_is_left_of_what_is_dropped() {
    written.add(FIRST);
    written.add(new byte[OutputBuffer.ON_HEAP_BYTES]);
    written.drop();
    assertArrayEquals(new byte[0], written.all());
    written.add(THIRD);
    assertArrayEquals(THIRD, written.all());
  }

  @EnabledOnOs(OS.LINUX)
  @Test
  void what_is_long_waits_outside_of_the_heap_until_it_is_read_or_dropped() throws IOException {
    long before = memoryFiles();
    written.add(new byte[OutputBuffer.ON_HEAP_BYTES]);
    assertEquals(before, memoryFiles());
    written.add(FIRST);
    written.add(THIRD);
    assertEquals(before + 1, memoryFiles());
    assertEquals(OutputBuffer.ON_HEAP_BYTES + 3, written.all().length);
    assertEquals(before, memoryFiles());
    written.add(THIRD);
    assertEquals(before + 1, memoryFiles());
    written.drop();
    assertEquals(before, memoryFiles());
  }

  /** How many this process has open. */
  private static long memoryFiles() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(OutputBufferTests::isMemoryFile).count();
    }
  }

  private static boolean isMemoryFile(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("/memfd:bullpen");
    } catch (IOException e) {
      return false; // closed by now
    }
  }
}
