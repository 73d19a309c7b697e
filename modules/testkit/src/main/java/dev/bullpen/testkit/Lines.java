package dev.bullpen.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Consumer;

/** Cuts what comes out of a channel into lines; the newline is not part of a line. */
public final class Lines {
  /** As much as a pipe holds by default (pipe(7)). */
  private static final int CHUNK = 65536;

  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final Consumer<byte[]> each;

  /** Hand every line to {@code each}. */
  public Lines(Consumer<byte[]> each) {
    this.each = each;
  }

  /** Read once, blocking; false at the end of the input, when an unfinished line is handed on. */
  public boolean read(ReadableByteChannel in) throws IOException {
    chunk.clear();
    if (in.read(chunk) < 0) {
      if (begun.size() > 0) {
        finish();
      }
      return false;
    }
    chunk.flip();
    cut();
    return true;
  }

  private void cut() {
    int start = chunk.position();
    for (int i = start; i < chunk.limit(); i++) {
      if (chunk.get(i) == '\n') {
        begun.write(chunk.array(), start, i - start);
        finish();
        start = i + 1;
      }
    }
    begun.write(chunk.array(), start, chunk.limit() - start);
  }

  private void finish() {
    byte[] line = begun.toByteArray();
    begun.reset();
    each.accept(line);
  }
}
