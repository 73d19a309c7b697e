package dev.bullpen.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields of one frame being read; every length is checked against what is there before anything
 * is made of it.
 */
final class Fields {
  // Once, for values() copies them each time.
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
              id(), texts(), texts(), text(), bytes(), number(), number(), number(), desk());
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
      return Desk.checked(name);
    } catch (IllegalArgumentException e) {
      throw new FrameException(e.getMessage());
    }
  }

  private Optional<Desk> desk() throws FrameException {
    return flag()
        ? Optional.of(
            new Desk(
                list(() -> new Desk.File(name(), bytes())), list(this::name), list(this::name)))
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
