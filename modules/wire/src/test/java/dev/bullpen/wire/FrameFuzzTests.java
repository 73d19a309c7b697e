package dev.bullpen.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Bytes;
import dev.bullpen.fuzz.Fuzz;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random frames, and what is left of them after random damage. */
class FrameFuzzTests {
  private static final int ROUNDS = 1_000;
  private static final String NAME_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

  @Test
  void frames_of_every_type_come_out_as_they_went_in() {
    Fuzz.rounds(
        "frames there and back",
        1,
        ROUNDS,
        chance -> {
          List<Frame> sent = frames(chance);
          byte[] bytes = bytes(sent);
          List<Frame> read = read(bytes);
          assertEquals(sent.size(), read.size());
          for (int i = 0; i < sent.size(); i++) {
            assertEquals(sent.get(i).getClass(), read.get(i).getClass());
          }
          // Arrays in records are not compared by content; what is written of them is.
          assertArrayEquals(bytes, sameOrder(sent) ? bytes(read) : bytes);
        });
  }

  @Test
  void damaged_frames_are_frames_or_an_error_that_says_what_is_wrong() {
    Fuzz.rounds(
        "damaged frames", 1, ROUNDS, chance -> read(Bytes.damaged(bytes(frames(chance)), chance)));
  }

  @Test
  void random_bytes_are_an_error_that_says_what_is_wrong() {
    Fuzz.rounds("random bytes", 1, ROUNDS, chance -> read(Bytes.random(chance, 600)));
  }

  @Test
  void random_payloads_of_every_type_are_frames_or_an_error_that_says_what_is_wrong() {
    Fuzz.rounds(
        "random payloads",
        1,
        ROUNDS,
        chance -> {
          byte[] payload = Bytes.random(chance, 80);
          if (chance.nextBoolean()) {
            for (int i = 0; i < payload.length; i++) {
              payload[i] = (byte) (chance.nextInt(3) == 0 ? chance.nextInt(4) : 0);
            }
          }
          FrameType[] types = FrameType.values();
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          out.write(FrameWriter.FrameBytes.MAGIC);
          out.write(types[chance.nextInt(types.length)].code);
          out.writeBytes(new byte[] {0, 0, 0, (byte) payload.length});
          out.writeBytes(payload);
          read(out.toByteArray());
        });
  }

  /** Exchanged files have no order, so only a single one is written as it was. */
  private static boolean sameOrder(List<Frame> frames) {
    return frames.stream()
        .noneMatch(
            frame ->
                frame instanceof Frame.Job job
                    && job.exchange().filter(exchange -> exchange.files().size() > 1).isPresent());
  }

  /** Whole frames up to the first error, which must be a {@link FrameException} with a sentence. */
  private static List<Frame> read(byte[] bytes) throws IOException {
    FrameReader reader = new FrameReader(new ByteArrayInputStream(bytes));
    List<Frame> frames = new ArrayList<>();
    try {
      for (Optional<Frame> frame = reader.next(); frame.isPresent(); frame = reader.next()) {
        frames.add(frame.get());
        bytes(List.of(frame.get())); // what can be read can be written
      }
    } catch (FrameException e) {
      assertTrue(e.getMessage().length() > 10, e.getMessage());
      assertFalse(e.getMessage().length() > 2_000, e.getMessage());
    }
    return frames;
  }

  private static byte[] bytes(List<Frame> frames) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FrameWriter writer = new FrameWriter(out);
    for (Frame frame : frames) {
      writer.gather(frame);
    }
    writer.flush();
    return out.toByteArray();
  }

  private static List<Frame> frames(Random chance) {
    List<Frame> frames = new ArrayList<>();
    for (int left = 1 + chance.nextInt(4); left > 0; left--) {
      frames.add(frame(FrameType.values()[chance.nextInt(FrameType.values().length)], chance));
    }
    return frames;
  }

  private static Frame frame(FrameType type, Random chance) {
    long job = chance.nextLong();
    int number = chance.nextInt();
    return switch (type) {
      case HELLO -> new Frame.Hello(number, chance.nextBoolean());
      case JOB ->
          new Frame.Job(
              job,
              texts(chance),
              texts(chance),
              text(chance),
              Bytes.random(chance, 300),
              number,
              chance.nextInt(),
              chance.nextInt(),
              chance.nextBoolean() ? Optional.of(exchange(chance)) : Optional.empty());
      case KILL -> new Frame.Kill(job, number);
      case PUT -> new Frame.Put(job, name(chance), Bytes.random(chance, 300));
      case STARTED -> new Frame.Started(job, number);
      case REFUSED -> new Frame.Refused(job, number);
      case OUTPUT ->
          new Frame.Output(job, one(Frame.Stream.values(), chance), Bytes.random(chance, 300));
      case EVENT -> new Frame.Event(job, Bytes.random(chance, 300));
      case NOTE -> new Frame.Note(job, name(chance), Bytes.random(chance, 300));
      case EXITED ->
          new Frame.Exited(
              job,
              chance.nextBoolean(),
              number,
              one(Frame.Overflow.values(), chance),
              chance.nextBoolean());
      case CLEAN -> new Frame.Clean(job, number, texts(chance));
      case SPENT -> new Frame.Spent(job);
      case EXITING -> new Frame.Exiting();
    };
  }

  private static <E> E one(E[] values, Random chance) {
    return values[chance.nextInt(values.length)];
  }

  private static ExchangeFiles exchange(Random chance) {
    Map<String, byte[]> files = new HashMap<>();
    for (int left = chance.nextInt(4); left > 0; left--) {
      files.put(name(chance), Bytes.random(chance, 50));
    }
    return new ExchangeFiles(files, names(chance), names(chance));
  }

  private static List<String> names(Random chance) {
    List<String> names = new ArrayList<>();
    for (int left = chance.nextInt(4); left > 0; left--) {
      names.add(name(chance));
    }
    return names;
  }

  private static String name(Random chance) {
    StringBuilder name = new StringBuilder("n");
    for (int left = chance.nextInt(90); left > 0; left--) {
      name.append(NAME_CHARACTERS.charAt(chance.nextInt(NAME_CHARACTERS.length())));
    }
    return name.toString();
  }

  private static List<String> texts(Random chance) {
    List<String> texts = new ArrayList<>();
    for (int left = chance.nextInt(4); left > 0; left--) {
      texts.add(text(chance));
    }
    return texts;
  }

  /** Of every plane of Unicode, without halves of pairs, which no UTF-8 can carry. */
  private static String text(Random chance) {
    StringBuilder text = new StringBuilder();
    for (int left = chance.nextInt(20); left > 0; left--) {
      int point = chance.nextInt(chance.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1);
      if (!Character.isBmpCodePoint(point) || !Character.isSurrogate((char) point)) {
        text.appendCodePoint(point);
      }
    }
    return text.toString();
  }
}
