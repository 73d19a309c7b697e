package dev.bullpen.protocol.line;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One line of many equal bytes, made as it is read, and another line after it. */
final class LongLineInput extends InputStream {
  private final byte[] after;
  private long left;
  private int position;

  LongLineInput(long bytes, String after) {
    this.left = bytes;
    this.after = ("\n" + after).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public int read() {
    throw new UnsupportedOperationException("one byte at a time would take minutes");
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    if (left > 0) {
      int count = (int) Math.min(left, length);
      Arrays.fill(into, offset, offset + count, (byte) 'x');
      left -= count;
      return count;
    }
    int count = Math.min(after.length - position, length);
    System.arraycopy(after, position, into, offset, count);
    position += count;
    return count == 0 ? -1 : count;
  }
}
