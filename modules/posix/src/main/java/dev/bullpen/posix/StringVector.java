package dev.bullpen.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A {@code char *const[]} ended by a null pointer, pointers and bytes in one piece of memory. */
final class StringVector implements AutoCloseable {
  private final NativeBytes bytes;

  private StringVector(NativeBytes bytes) {
    this.bytes = bytes;
  }

  static StringVector of(List<String> strings) {
    List<byte[]> encoded = new ArrayList<>(strings.size());
    int pointers = (strings.size() + 1) * Long.BYTES;
    int size = pointers;
    for (String string : strings) {
      byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
      encoded.add(utf8);
      size += utf8.length + 1;
    }
    NativeBytes bytes = new NativeBytes(size);
    // Put together on the heap and copied once: each write to native memory is a call.
    ByteBuffer vector = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
    int text = pointers;
    for (byte[] utf8 : encoded) {
      vector.putLong(bytes.address() + text);
      text += utf8.length + 1;
    }
    vector.putLong(0);
    for (byte[] utf8 : encoded) {
      vector.put(utf8).put((byte) 0);
    }
    bytes.memory().write(0, vector.array(), 0, size);
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
