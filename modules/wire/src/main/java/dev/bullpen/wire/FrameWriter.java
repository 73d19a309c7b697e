package dev.bullpen.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes frames, each whole; several can be gathered and go out in one write. For one thread at a
 * time.
 */
public final class FrameWriter {
  static final byte MAGIC = (byte) 0xB5;
  static final int HEADER_BYTES = 6;

  /**
   * Room for a job with every large variable spilled to files, many times over; what is longer is
   * garbage.
   */
  public static final int MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

  private final OutputStream out;
  private final ByteArrayOutputStream gathered = new ByteArrayOutputStream(1024);

  public FrameWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Hold a frame back until {@link #flush}.
   *
   * @throws FrameException if it is longer than {@link #MAX_PAYLOAD_BYTES}; nothing of it will be
   *     written
   */
  public void gather(Frame frame) throws FrameException {
    byte[] payload = Payload.of(frame);
    if (payload.length > MAX_PAYLOAD_BYTES) {
      throw new FrameException(
          "a frame of %d bytes; the limit is %d".formatted(payload.length, MAX_PAYLOAD_BYTES));
    }
    gathered.write(MAGIC);
    gathered.write(FrameType.of(frame).code);
    gathered.write(payload.length >>> 24);
    gathered.write(payload.length >>> 16);
    gathered.write(payload.length >>> 8);
    gathered.write(payload.length);
    gathered.writeBytes(payload);
  }

  /** Bytes gathered so far. */
  public int gatheredBytes() {
    return gathered.size();
  }

  /** Write what has been gathered. */
  public void flush() throws IOException {
    if (gathered.size() > 0) {
      byte[] bytes = gathered.toByteArray();
      gathered.reset();
      out.write(bytes);
      out.flush();
    }
  }

  /** Write one frame now, after what has been gathered. */
  public void write(Frame frame) throws IOException {
    gather(frame);
    flush();
  }
}
