package dev.bullpen.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTests {
  private static final long SEED = 20260728;
  private static final List<String> ASKS = List.of("elicit.request", "sample.request");

  static Stream<Frame> everyFrame() {
    return Stream.of(
        new Frame.Hello(4711, true),
        new Frame.Kill(Long.MAX_VALUE, 100_000_000),
        new Frame.Started(2, 99),
        new Frame.Refused(3, 2),
        new Frame.Exited(4, true, 9, Frame.Overflow.NONE, true),
        new Frame.Exited(4, false, 255, Frame.Overflow.STDOUT, false),
        new Frame.Exited(4, false, 255, Frame.Overflow.STDERR, false),
        new Frame.Clean(5, 3, List.of("\"sleep 50\" (pid 7)", "")),
        new Frame.Spent(6),
        new Frame.Exiting());
  }

  @ParameterizedTest
  @MethodSource("everyFrame")
  void a_frame_comes_out_as_it_went_in(Frame frame) throws IOException {
    assertEquals(List.of(frame), read(bytes(frame)));
  }

  @Test
  void a_job_comes_out_as_it_went_in() throws IOException {
    byte[] environment = ("A=\0LONG=" + "x".repeat(70_000) + "\0").getBytes(StandardCharsets.UTF_8);
    List<String> argv = List.of("/bin/sh", "", "ü \uD83D\uDCA9");
    Frame.Job job =
        (Frame.Job)
            read(bytes(
                    new Frame.Job(
                        1,
                        argv,
                        List.of("/a jar", "b"),
                        "/some where",
                        environment,
                        10,
                        20,
                        0,
                        Optional.empty())))
                .get(0);
    assertArrayEquals(environment, job.environment());
    assertEquals(argv, job.argv());
    assertEquals(List.of("/a jar", "b"), job.classPath());
    assertEquals("/some where", job.directory());
    assertEquals(
        List.of(1L, 10, 20, 0),
        List.of(job.job(), job.stdoutLimit(), job.stderrLimit(), job.stderrTail()));
    assertEquals(Optional.empty(), job.exchange());
  }

  @Test
  void exchanged_files_come_out_as_they_went_in() throws IOException {
    byte[] args = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    Frame.Job sent =
        job(
            new ExchangeFiles(
                Map.of("args.json", args, "none", new byte[0]), ASKS, List.of("error")));
    ExchangeFiles exchange = ((Frame.Job) read(bytes(sent)).get(0)).exchange().orElseThrow();
    Map<String, byte[]> files =
        exchange.files().stream()
            .collect(Collectors.toMap(ExchangeFiles.File::name, ExchangeFiles.File::bytes));
    assertEquals(Set.of("args.json", "none"), files.keySet());
    assertArrayEquals(args, files.get("args.json"));
    assertEquals(ASKS, exchange.asks());
    assertEquals(List.of("error"), exchange.leaves());
  }

  @Test
  void events_notes_and_puts_keep_every_byte() throws IOException {
    byte[] bytes = {0, -1, '\n', 127};
    List<Frame> read =
        read(
            bytes(
                new Frame.Event(7, bytes),
                new Frame.Note(8, "error", bytes),
                new Frame.Put(9, "elicit.response", bytes)));
    assertArrayEquals(bytes, ((Frame.Event) read.get(0)).bytes());
    Frame.Note note = (Frame.Note) read.get(1);
    assertEquals("8 error", note.job() + " " + note.name());
    assertArrayEquals(bytes, note.bytes());
    Frame.Put put = (Frame.Put) read.get(2);
    assertEquals("9 elicit.response", put.job() + " " + put.name());
    assertArrayEquals(bytes, put.bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", ".put", "events", "a/b", "../error", "a\0b", "a b", "ü"})
  void what_is_no_file_name_is_refused_by_writer_and_reader(String name) {
    assertThrows(IllegalArgumentException.class, () -> new Frame.Note(1, name, new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> new Frame.Put(1, name, new byte[0]));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ExchangeFiles(Map.of(), List.of(name), List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ExchangeFiles(Map.of(), List.of(), List.of(name)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ExchangeFiles(Map.of(name, new byte[0]), List.of(), List.of()));
    FrameException e =
        assertThrows(FrameException.class, () -> read(with("error", name, "an exchanged file")));
    assertTrue(e.getMessage().contains("not the name"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void the_limit_of_a_name_is_exact(int beyond) {
    String name = "x".repeat(100 + beyond);
    if (beyond > 0) {
      assertThrows(IllegalArgumentException.class, () -> ExchangeFiles.checked(name));
    } else {
      assertEquals(name, ExchangeFiles.checked(name));
    }
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
          public void write(byte[] bytes, int offset, int length) {
            writes.add(length);
            super.write(bytes, offset, length);
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
            new Frame.Exited(1, false, 0, Frame.Overflow.NONE, false),
            new Frame.Clean(1, 0, List.of()));
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
    assertEquals(List.of(0, 18, 18 + 24, 18 + 24 + 22), whole);
  }

  @Test
  void flipped_bytes_are_an_error_or_another_frame_but_never_anything_else() {
    Random random = new Random(SEED);
    List<Frame> frames = new ArrayList<>(everyFrame().toList());
    frames.add(job(new ExchangeFiles(Map.of("args.json", new byte[3]), ASKS, List.of("error"))));
    frames.add(new Frame.Note(1, "error", new byte[3]));
    byte[] good = bytes(frames.toArray(Frame[]::new));
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
      FrameWriter.FrameBytes.MAGIC,
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

  private static Frame.Job job(ExchangeFiles exchange) {
    return new Frame.Job(
        1, List.of("/bin/sh"), List.of(), "/", new byte[0], 1, 2, 3, Optional.of(exchange));
  }

  /** A note, with another name written over its own, and the lengths made right. */
  private static byte[] with(String name, String other, String bytes) {
    byte[] frame = bytes(new Frame.Note(1, name, bytes.getBytes(StandardCharsets.UTF_8)));
    byte[] text = other.getBytes(StandardCharsets.UTF_8);
    int nameAt = FrameWriter.FrameBytes.HEADER_BYTES + Long.BYTES;
    ByteBuffer changed = ByteBuffer.allocate(frame.length - name.length() + text.length);
    changed.put(frame, 0, nameAt).putInt(text.length).put(text);
    int rest = nameAt + Integer.BYTES + name.length();
    changed.put(frame, rest, frame.length - rest);
    changed.putInt(2, changed.capacity() - FrameWriter.FrameBytes.HEADER_BYTES);
    return changed.array();
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
