package dev.bullpen.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Reads frames. After a {@link FrameException} the stream is of no further use. For one thread. */
public final class FrameReader {
  /** How much of what is no frame is shown. */
  private static final int QUOTED_BYTES = 256;

  private static final int USUAL_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] header = new byte[FrameBytes.HEADER_BYTES];

  public FrameReader(InputStream in) {
    this.in = in;
  }

  /**
   * The next frame; empty at an end between frames.
   *
   * @throws FrameException if the bytes are no frame, or the end comes inside one
   */
  public Optional<Frame> next() throws IOException {
    int read = in.readNBytes(header, 0, FrameBytes.HEADER_BYTES);
    if (read == 0) {
      return Optional.empty();
    }
    if (header[0] != FrameBytes.MAGIC) {
      throw notAFrame(Arrays.copyOf(header, read));
    }
    if (read < FrameBytes.HEADER_BYTES) {
      throw new FrameException("the end came inside a frame's header");
    }
    FrameType type = FrameType.of(header[1]);
    long length = 0;
    for (int i = 2; i < FrameBytes.HEADER_BYTES; i++) {
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

  /** Of a long one no more is allocated than comes; the usual one needs no second copy. */
  private byte[] payload(int length) throws IOException {
    if (length > USUAL_BYTES) {
      return in.readNBytes(length);
    }
    byte[] payload = new byte[length];
    int read = in.readNBytes(payload, 0, length);
    return read == length ? payload : Arrays.copyOf(payload, read);
  }

  /**
   * Show what there is without waiting for more: whoever writes garbage may never write enough of
   * it.
   */
  private FrameException notAFrame(byte[] begin) throws IOException {
    int more = Math.min(QUOTED_BYTES - begin.length, in.available());
    byte[] shown = Arrays.copyOf(begin, begin.length + Math.max(0, more));
    int read = more > 0 ? in.readNBytes(shown, begin.length, more) : 0;
    return new FrameException(
        "not a frame: " + FrameException.quote(Arrays.copyOf(shown, begin.length + read)));
  }
}
