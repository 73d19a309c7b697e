package dev.bullpen.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The lines of a server, read as cheaply as can be. */
final class Replies {
  /** As much as a pipe holds (pipe(7)). */
  private static final int CHUNK_BYTES = 64 * 1024;

  /** An error says what is wrong within so much. */
  private static final int HEAD_BYTES = 8 * 1024;

  private final InputStream in;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int next;
  private int end;

  Replies(InputStream in) {
    this.in = in;
  }

  /** The next line, whatever it is; throws if the output has ended. */
  Reply read() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    long bytes = 0;
    while (true) {
      if (next == end) {
        fill();
      }
      int stop = next;
      while (stop < end && chunk[stop] != '\n') {
        stop++;
      }
      head.write(chunk, next, Math.min(stop - next, HEAD_BYTES - head.size()));
      bytes += stop - next;
      next = stop;
      if (stop < end) {
        next++;
        return new Reply(head.toString(UTF_8), bytes);
      }
    }
  }

  private void fill() throws IOException {
    next = 0;
    end = in.read(chunk);
    if (end < 0) {
      end = 0;
      throw new IOException("its output has ended");
    }
  }
}
