package dev.bullpen.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Writes frames, each whole, whichever thread they come from; several can be gathered and go out in
 * one write.
 */
public final class FrameWriter {
  /**
   * Room for a job with every large variable spilled to files, many times over; what is longer is
   * garbage.
   */
  public static final int MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

  private final Object framesLock = new Object();

  private final OutputStream out;
  private final FrameBytes gathered = FrameBytes.none();

  public FrameWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * A frame's bytes, for somebody else to write.
   *
   * @throws FrameException if it is longer than {@link #MAX_PAYLOAD_BYTES}
   */
  public static ByteBuffer bytes(Frame frame) throws FrameException {
    return FrameBytes.of(frame);
  }

  /**
   * Hold a frame back until {@link #flush}.
   *
   * @throws FrameException if it is longer than {@link #MAX_PAYLOAD_BYTES}; nothing of it will be
   *     written
   */
  public void gather(Frame frame) throws FrameException {
    synchronized (framesLock) {
      gathered.add(frame);
    }
  }

  /** Bytes gathered so far. */
  public int gatheredBytes() {
    synchronized (framesLock) {
      return gathered.size();
    }
  }

  /** Write what has been gathered. */
  public void flush() throws IOException {
    synchronized (framesLock) {
      if (gathered.size() > 0) {
        int length = gathered.size();
        byte[] bytes = gathered.array();
        gathered.clear();
        out.write(bytes, 0, length);
        out.flush();
      }
    }
  }

  /** Write one frame now, after what has been gathered. */
  public void write(Frame frame) throws IOException {
    synchronized (framesLock) {
      gather(frame);
      flush();
    }
  }
}
