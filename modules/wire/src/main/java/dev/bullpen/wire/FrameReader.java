package dev.bullpen.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads frames. After a {@link FrameException} the stream is of no further use. For one thread. */
public final class FrameReader {
  private static final int QUOTED_BYTES = 256;

  private static final int USUAL_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] header = new byte[FrameWriter.FrameBytes.HEADER_BYTES];

  public FrameReader(InputStream in) {
    this.in = in;
  }

  /**
   * The next frame; empty at an end between frames.
   *
   * @throws FrameException if the bytes are no frame, or the end comes inside one
   */
  public Optional<Frame> next() throws IOException {
    int read = in.readNBytes(header, 0, FrameWriter.FrameBytes.HEADER_BYTES);
    if (read == 0) {
      return Optional.empty();
    }
    if (header[0] != FrameWriter.FrameBytes.MAGIC) {
      throw notAFrame(Arrays.copyOf(header, read));
    }
    if (read < FrameWriter.FrameBytes.HEADER_BYTES) {
      throw new FrameException("the end came inside a frame's header");
    }
    FrameType type = FrameType.of(header[1]);
    long length = 0;
    for (int i = 2; i < FrameWriter.FrameBytes.HEADER_BYTES; i++) {
      length = length << 8 | (header[i] & 0xff);
    }
    if (length > FrameWriter.MAX_PAYLOAD_BYTES) {
      throw new FrameException(
          "a frame of type %s claims %s bytes; the limit is %s"
              .formatted(type, length, FrameWriter.MAX_PAYLOAD_BYTES));
    }
    byte[] payload = payload((int) length);
    if (payload.length < length) {
      throw new FrameException(
          "the end came inside a frame of type %s, %s of %s bytes in"
              .formatted(type, payload.length, length));
    }
    return Optional.of(Fields.read(type, payload));
  }

  /** Of a long payload, no more is allocated than arrives. A usual one needs no second copy. */
  private byte[] payload(int length) throws IOException {
    if (length > USUAL_BYTES) {
      return in.readNBytes(length);
    }
    byte[] payload = new byte[length];
    int read = in.readNBytes(payload, 0, length);
    return read == length ? payload : Arrays.copyOf(payload, read);
  }

  /** Quotes the bytes that have arrived, without waiting for more, which may never come. */
  private FrameException notAFrame(byte[] begin) throws IOException {
    int more = Math.min(QUOTED_BYTES - begin.length, in.available());
    byte[] shown = Arrays.copyOf(begin, begin.length + Math.max(0, more));
    int read = more > 0 ? in.readNBytes(shown, begin.length, more) : 0;
    return new FrameException(
        "not a frame: " + FrameException.quote(Arrays.copyOf(shown, begin.length + read)));
  }

  /** The fields of one frame. Each length is checked before anything is allocated for it. */
  private static final class Fields {
    // Once, because values() copies them each time.
    private static final Frame.Stream[] STREAMS = Frame.Stream.values();
    private static final Frame.Overflow[] OVERFLOWS = Frame.Overflow.values();

    private final ByteBuffer in;

    private Fields(byte[] payload) {
      this.in = ByteBuffer.wrap(payload);
    }

    static Frame read(FrameType type, byte[] payload) throws FrameException {
      Fields fields = new Fields(payload);
      Frame frame = fields.frame(type);
      if (fields.in.hasRemaining()) {
        throw new FrameException(
            "%s bytes too many in a frame of type %s".formatted(fields.in.remaining(), type));
      }
      return frame;
    }

    private Frame frame(FrameType type) throws FrameException {
      return switch (type) {
        case HELLO -> new Frame.Hello(number(), flag());
        case JOB ->
            new Frame.Job(
                id(), texts(), texts(), text(), bytes(), number(), number(), number(), exchange());
        case KILL -> new Frame.Kill(id(), number());
        case PUT -> new Frame.Put(id(), name(), bytes());
        case STARTED -> new Frame.Started(id(), number());
        case REFUSED -> new Frame.Refused(id(), number());
        case OUTPUT -> new Frame.Output(id(), one(STREAMS), bytes());
        case EVENT -> new Frame.Event(id(), bytes());
        case NOTE -> new Frame.Note(id(), name(), bytes());
        case EXITED -> new Frame.Exited(id(), flag(), number(), one(OVERFLOWS), flag());
        case CLEAN -> new Frame.Clean(id(), number(), texts());
        case SPENT -> new Frame.Spent(id());
        case EXITING -> new Frame.Exiting();
      };
    }

    private void need(int count) throws FrameException {
      if (count < 0 || count > in.remaining()) {
        throw new FrameException(
            "a field of %s bytes where %s are left".formatted(count, in.remaining()));
      }
    }

    private long id() throws FrameException {
      need(Long.BYTES);
      return in.getLong();
    }

    private int number() throws FrameException {
      need(Integer.BYTES);
      return in.getInt();
    }

    private boolean flag() throws FrameException {
      need(1);
      return in.get() != 0;
    }

    private <E extends Enum<E>> E one(E[] values) throws FrameException {
      int ordinal = number();
      if (ordinal < 0 || ordinal >= values.length) {
        throw new FrameException(
            "no %s has number %s".formatted(values[0].getClass().getSimpleName(), ordinal));
      }
      return values[ordinal];
    }

    private byte[] bytes() throws FrameException {
      int length = number();
      need(length);
      byte[] bytes = new byte[length];
      in.get(bytes);
      return bytes;
    }

    private String text() throws FrameException {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    private String name() throws FrameException {
      String name = text();
      try {
        return ExchangeFiles.checked(name);
      } catch (IllegalArgumentException e) {
        throw new FrameException(e.getMessage());
      }
    }

    private Optional<ExchangeFiles> exchange() throws FrameException {
      return flag()
          ? Optional.of(
              new ExchangeFiles(
                  list(() -> new ExchangeFiles.File(name(), bytes())),
                  list(this::name),
                  list(this::name)))
          : Optional.empty();
    }

    private List<String> texts() throws FrameException {
      return list(this::text);
    }

    private interface Element<T> {
      T read() throws FrameException;
    }

    /** Every element takes at least the four bytes of its length, which bounds an honest count. */
    private <T> List<T> list(Element<T> element) throws FrameException {
      int count = number();
      if (count < 0 || count > in.remaining() / Integer.BYTES) {
        throw new FrameException(
            "%s elements where %s bytes are left".formatted(count, in.remaining()));
      }
      List<T> list = new ArrayList<>();
      for (int left = count; left > 0; left--) {
        list.add(element.read());
      }
      return list;
    }
  }
}
