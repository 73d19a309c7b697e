package dev.bullpen.posix;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A {@code char *const[]} ended by a null pointer, pointers and bytes in one piece of memory. */
final class StringVector implements AutoCloseable {
  private final NativeBytes bytes;

  private StringVector(NativeBytes bytes) {
    this.bytes = bytes;
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
    int count = 0;
    for (byte octet : texts) {
      count += octet == 0 ? 1 : 0;
    }
    int pointers = (count + 1) * Long.BYTES;
    NativeBytes bytes = new NativeBytes(pointers + texts.length);
    // Put together on the heap and copied once: each write to native memory is a call.
    ByteBuffer vector = ByteBuffer.allocate(pointers + texts.length).order(ByteOrder.nativeOrder());
    int begin = 0;
    for (int end = 0; end < texts.length; end++) {
      if (texts[end] == 0) {
        vector.putLong(bytes.address() + pointers + begin);
        begin = end + 1;
      }
    }
    vector.putLong(0).put(texts);
    bytes.memory().write(0, vector.array(), 0, vector.capacity());
    return new StringVector(bytes);
  }

  long address() {
    return bytes.address();
  }

  @Override
  public void close() {
    bytes.close();
  }
}
