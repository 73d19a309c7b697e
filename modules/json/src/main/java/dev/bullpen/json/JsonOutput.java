package dev.bullpen.json;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Takes a value's bytes. Most are few and kept; of what is long only the length is, to be written a
 * second time into an array that has just that length: putting a long text together from its parts
 * would take twice the memory.
 */
final class JsonOutput extends OutputStream {
  /** Most messages are no longer. */
  private static final int USUAL_BYTES = 512;

  /** Rather than grow further, an array is made anew. */
  private static final int MOST_KEPT_BYTES = 1024 * 1024;

  private final int most;
  private byte[] kept;
  private int length;

  JsonOutput() {
    this(MOST_KEPT_BYTES, USUAL_BYTES);
  }

  private JsonOutput(int most, int size) {
    this.most = most;
    this.kept = new byte[size];
  }

  /** For the same bytes once more. */
  JsonOutput exact() {
    return new JsonOutput(length, length);
  }

  /** Whether all that was written is there. */
  boolean isWhole() {
    return length <= most;
  }

  /** All that was written; if it is whole. */
  byte[] bytes() {
    return kept.length == length ? kept : Arrays.copyOf(kept, length);
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] from, int at, int count) {
    int end = Math.addExact(length, count);
    if (end <= most) {
      if (end > kept.length) {
        kept = Arrays.copyOf(kept, Math.min(most, Math.max(end, 2 * kept.length)));
      }
      System.arraycopy(from, at, kept, length, count);
    } else {
      kept = new byte[0];
    }
    length = end;
  }
}
