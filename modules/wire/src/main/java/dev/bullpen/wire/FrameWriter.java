package dev.bullpen.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes whole frames, from any thread; several can be gathered and go out in one write. */
public final class FrameWriter {
  /** Many times what a job needs whose large variables are in files. Anything longer is garbage. */
  public static final int MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

  private final Object framesLock = new Object();

  private final OutputStream out;
  private final FrameBytes gathered = FrameBytes.none();

  public FrameWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * A frame's bytes, to be written by the caller.
   *
   * @throws FrameException if it is longer than {@link #MAX_PAYLOAD_BYTES}
   */
  public static ByteBuffer bytes(Frame frame) throws FrameException {
    return FrameBytes.of(frame);
  }

  /**
   * Hold a frame back until {@link #flush}.
   *
   * @throws FrameException if it is longer than {@link #MAX_PAYLOAD_BYTES}; then none of it is
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

  /** Frames as bytes: first the fields, as {@link FrameReader} reads them, then the length. */
  static final class FrameBytes {
    static final byte MAGIC = (byte) 0xB5;
    static final int HEADER_BYTES = 6;

    /** Of the lists and numbers of a usual job, beside its environment. */
    private static final int USUAL_BYTES = 1024;

    /** A longer buffer is not kept for later frames. */
    private static final int MOST_KEPT_BYTES = 128 * 1024;

    private byte[] bytes;
    private int size;

    private FrameBytes(int room) {
      this.bytes = new byte[room];
    }

    static FrameBytes none() {
      return new FrameBytes(USUAL_BYTES);
    }

    /**
     * The bytes of one frame.
     *
     * @throws FrameException if it is longer than {@link FrameWriter#MAX_PAYLOAD_BYTES}
     */
    static ByteBuffer of(Frame frame) throws FrameException {
      int environment = frame instanceof Frame.Job job ? job.environment().length : 0;
      FrameBytes one = new FrameBytes(environment + USUAL_BYTES);
      one.add(frame);
      return ByteBuffer.wrap(one.bytes, 0, one.size);
    }

    /**
     * Add a frame.
     *
     * @throws FrameException if it is longer than {@link FrameWriter#MAX_PAYLOAD_BYTES}; then
     *     nothing has changed
     */
    void add(Frame frame) throws FrameException {
      int begin = size;
      int end = begin;
      try {
        octet(MAGIC);
        put(frame);
        int length = size - begin - HEADER_BYTES;
        if (length > FrameWriter.MAX_PAYLOAD_BYTES) {
          throw new FrameException(
              "a frame of %s bytes; the limit is %s"
                  .formatted(length, FrameWriter.MAX_PAYLOAD_BYTES));
        }
        end = size;
        size = begin + HEADER_BYTES - Integer.BYTES;
        number(length);
      } finally {
        size = end;
      }
    }

    int size() {
      return size;
    }

    /** The bytes so far: the first {@link #size} of this array. */
    byte[] array() {
      return bytes;
    }

    void clear() {
      size = 0;
      if (bytes.length > MOST_KEPT_BYTES) {
        bytes = new byte[USUAL_BYTES];
      }
    }

    private void put(Frame frame) {
      if (frame instanceof Frame.Hello hello) {
        type(FrameType.HELLO).number(hello.pid()).flag(hello.subReaper());
      } else if (frame instanceof Frame.Job job) {
        type(FrameType.JOB).id(job.job()).texts(job.argv()).texts(job.classPath());
        text(job.directory());
        bytes(job.environment());
        number(job.stdoutLimit()).number(job.stderrLimit()).number(job.stderrTail());
        exchange(job.exchange());
      } else if (frame instanceof Frame.Kill kill) {
        type(FrameType.KILL).id(kill.job()).number(kill.graceMillis());
      } else if (frame instanceof Frame.Put put) {
        type(FrameType.PUT).id(put.job()).text(put.name()).bytes(put.bytes());
      } else if (frame instanceof Frame.Started started) {
        type(FrameType.STARTED).id(started.job()).number(started.pid());
      } else if (frame instanceof Frame.Refused refused) {
        type(FrameType.REFUSED).id(refused.job()).number(refused.errno());
      } else if (frame instanceof Frame.Output output) {
        type(FrameType.OUTPUT)
            .id(output.job())
            .number(output.stream().ordinal())
            .bytes(output.bytes());
      } else if (frame instanceof Frame.Event event) {
        type(FrameType.EVENT).id(event.job()).bytes(event.bytes());
      } else if (frame instanceof Frame.Note note) {
        type(FrameType.NOTE).id(note.job()).text(note.name()).bytes(note.bytes());
      } else if (frame instanceof Frame.Exited exited) {
        type(FrameType.EXITED)
            .id(exited.job())
            .flag(exited.signalled())
            .number(exited.code())
            .number(exited.overflow().ordinal())
            .flag(exited.clean());
      } else if (frame instanceof Frame.Clean clean) {
        type(FrameType.CLEAN).id(clean.job()).number(clean.ended()).texts(clean.names());
      } else if (frame instanceof Frame.Spent spent) {
        type(FrameType.SPENT).id(spent.job());
      } else {
        type(FrameType.EXITING);
      }
    }

    /** Begin a frame: its type, and room for its length. */
    private FrameBytes type(FrameType type) {
      return octet(type.code).number(0);
    }

    private FrameBytes id(long value) {
      return number((int) (value >>> 32)).number((int) value);
    }

    private FrameBytes number(int value) {
      int at = take(Integer.BYTES);
      bytes[at] = (byte) (value >>> 24);
      bytes[at + 1] = (byte) (value >>> 16);
      bytes[at + 2] = (byte) (value >>> 8);
      bytes[at + 3] = (byte) value;
      return this;
    }

    private FrameBytes octet(int value) {
      int at = take(1);
      bytes[at] = (byte) value;
      return this;
    }

    private FrameBytes flag(boolean value) {
      return octet(value ? 1 : 0);
    }

    private FrameBytes bytes(byte[] value) {
      number(value.length);
      int at = take(value.length);
      System.arraycopy(value, 0, bytes, at, value.length);
      return this;
    }

    /** Reserve so many bytes; returns where they begin. */
    private int take(int count) {
      int begin = size;
      int end = Math.addExact(begin, count);
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      }
      size = end;
      return begin;
    }

    private FrameBytes text(String value) {
      return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    private FrameBytes texts(List<String> values) {
      number(values.size());
      for (String value : values) {
        text(value);
      }
      return this;
    }

    private void exchange(Optional<ExchangeFiles> exchange) {
      flag(exchange.isPresent());
      if (exchange.isPresent()) {
        files(exchange.get().files()).texts(exchange.get().asks()).texts(exchange.get().leaves());
      }
    }

    private FrameBytes files(List<ExchangeFiles.File> files) {
      number(files.size());
      for (ExchangeFiles.File file : files) {
        text(file.name()).bytes(file.bytes());
      }
      return this;
    }
  }
}
