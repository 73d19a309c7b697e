package dev.bullpen.posix;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A {@code char *const[]} ended by a null pointer, bytes and pointers in one piece of memory. */
final class StringVector implements AutoCloseable {
  private static final int MOST_VECTORS_HAVE = 64;

  private final NativeBytes bytes;
  private final long vector;

  private StringVector(NativeBytes bytes, long vector) {
    this.bytes = bytes;
    this.vector = vector;
  }

  static StringVector of(List<String> strings) {
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    for (String string : strings) {
      texts.writeBytes(string.getBytes(StandardCharsets.UTF_8));
      texts.write(0);
    }
    return of(texts.toByteArray());
  }

  static StringVector of(EnvironmentBlock environment) {
    return of(environment.bytes());
  }

  /** Texts one after the other, each ended by NUL. */
  private static StringVector of(byte[] texts) {
    long[] begins = new long[MOST_VECTORS_HAVE];
    int count = 0;
    int begin = 0;
    for (int at = 0; at < texts.length; at++) {
      if (texts[at] == 0) {
        if (count == begins.length) {
          begins = Arrays.copyOf(begins, 2 * count);
        }
        begins[count++] = begin;
        begin = at + 1;
      }
    }
    long[] pointers = new long[count + 1];
    long aligned = (texts.length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    NativeBytes bytes = new NativeBytes(aligned + (long) pointers.length * Long.BYTES);
    for (int i = 0; i < count; i++) {
      pointers[i] = bytes.address() + begins[i];
    }
    // Each write to native memory is a call, so there are two.
    bytes.memory().write(0, texts, 0, texts.length);
    bytes.memory().write(aligned, pointers, 0, pointers.length);
    return new StringVector(bytes, bytes.address() + aligned);
  }

  long address() {
    return vector;
  }

  @Override
  public void close() {
    bytes.close();
  }
}
