package dev.bullpen.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTests {
  private static final long SEED = 20260728;

  static Stream<Frame> everyFrame() {
    return Stream.of(
        new Frame.Hello(4711, true),
        new Frame.Job(
            1,
            List.of("/bin/sh", "", "ü \uD83D\uDCA9"),
            "/some where",
            Map.of("A", "", "LONG", "x".repeat(70_000)),
            10,
            0),
        new Frame.Kill(Long.MAX_VALUE, 100_000_000),
        new Frame.Started(2, 99),
        new Frame.Refused(3, 2),
        new Frame.Exited(4, true, 9, false, true),
        new Frame.Exited(4, false, 255, true, false),
        new Frame.Clean(5, 3));
  }

  @ParameterizedTest
  @MethodSource("everyFrame")
  void a_frame_comes_out_as_it_went_in(Frame frame) throws IOException {
    assertEquals(List.of(frame), read(bytes(frame)));
  }

  @Test
  void output_keeps_every_byte() throws IOException {
    byte[] bytes = new byte[65_537];
    new Random(SEED).nextBytes(bytes);
    Frame.Output output =
        (Frame.Output) read(bytes(new Frame.Output(7, Frame.Stream.STDERR, bytes))).get(0);
    assertArrayEquals(bytes, output.bytes());
    assertEquals(Frame.Stream.STDERR, output.stream());
    assertEquals(7, output.job());
  }

  @Test
  void gathered_frames_go_out_in_one_write_and_in_order() throws IOException {
    List<Integer> writes = new ArrayList<>();
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void write(byte[] bytes) throws IOException {
            writes.add(bytes.length);
            super.write(bytes);
          }
        };
    FrameWriter writer = new FrameWriter(out);
    List<Frame> frames = everyFrame().toList();
    for (Frame frame : frames) {
      writer.gather(frame);
    }
    assertEquals(List.of(), writes);
    writer.flush();
    assertEquals(1, writes.size());
    assertEquals(frames, read(out.toByteArray()));
  }

  @Test
  void frames_survive_being_read_in_pieces_of_any_size() throws IOException {
    Random random = new Random(SEED);
    List<Frame> frames = everyFrame().toList();
    byte[] all = bytes(frames.toArray(Frame[]::new));
    for (int round = 0; round < 50; round++) {
      assertEquals(frames, read(new Trickle(all, random)));
    }
  }

  @Test
  void a_stream_cut_anywhere_is_either_whole_frames_or_an_error() throws IOException {
    List<Frame> frames =
        List.of(
            new Frame.Started(1, 2),
            new Frame.Exited(1, false, 0, false, false),
            new Frame.Clean(1, 0));
    byte[] all = bytes(frames.toArray(Frame[]::new));
    List<Integer> whole = new ArrayList<>();
    for (int cut = 0; cut <= all.length; cut++) {
      try {
        List<Frame> read = read(Arrays.copyOf(all, cut));
        assertEquals(frames.subList(0, read.size()), read);
        whole.add(cut);
      } catch (FrameException e) {
        assertTrue(e.getMessage().contains("the end came inside"), e.getMessage());
      }
    }
    assertEquals(List.of(0, 18, 18 + 21, 18 + 21 + 18), whole);
  }

  @Test
  void flipped_bytes_are_an_error_or_another_frame_but_never_anything_else() {
    Random random = new Random(SEED);
    byte[] good = bytes(everyFrame().toArray(Frame[]::new));
    for (int round = 0; round < 2_000; round++) {
      byte[] bad = good.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        read(bad);
      } catch (FrameException e) {
        assertTrue(e.getMessage().length() > 10);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void the_length_limit_is_exact(int beyond) throws IOException {
    int overhead = Long.BYTES + 2 * Integer.BYTES;
    byte[] bytes = new byte[FrameWriter.MAX_PAYLOAD_BYTES - overhead + beyond];
    Frame.Output frame = new Frame.Output(1, Frame.Stream.STDOUT, bytes);
    if (beyond > 0) {
      assertThrows(
          FrameException.class,
          () -> new FrameWriter(java.io.OutputStream.nullOutputStream()).gather(frame));
    } else {
      assertEquals(1, read(bytes(frame)).size());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {FrameWriter.MAX_PAYLOAD_BYTES + 1L, 0x7fffffffL, 0x80000000L, 0xffffffffL})
  void a_claimed_length_beyond_the_limit_is_refused_before_it_is_read(long length) {
    byte[] header = {
      FrameWriter.MAGIC,
      FrameType.OUTPUT.code,
      (byte) (length >>> 24),
      (byte) (length >>> 16),
      (byte) (length >>> 8),
      (byte) length
    };
    FrameException e = assertThrows(FrameException.class, () -> read(header));
    assertTrue(e.getMessage().contains("claims " + length), e.getMessage());
  }

  @Test
  void garbage_is_shown() {
    FrameException e =
        assertThrows(
            FrameException.class,
            () -> read("Exception in thread \"main\"\n".getBytes(StandardCharsets.UTF_8)));
    assertEquals("not a frame: \"Exception in thread \\x22main\\x22\\x0a\"", e.getMessage());
  }

  private static byte[] bytes(Frame... frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FrameWriter writer = new FrameWriter(out);
    try {
      for (Frame frame : frames) {
        writer.write(frame);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static List<Frame> read(byte[] bytes) throws IOException {
    return read(new ByteArrayInputStream(bytes));
  }

  private static List<Frame> read(InputStream in) throws IOException {
    FrameReader reader = new FrameReader(in);
    List<Frame> frames = new ArrayList<>();
    for (Optional<Frame> frame = reader.next(); frame.isPresent(); frame = reader.next()) {
      frames.add(frame.get());
    }
    return frames;
  }
}
