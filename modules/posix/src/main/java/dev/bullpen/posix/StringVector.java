package dev.bullpen.posix;

import com.sun.jna.Memory;
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
    long size = (strings.size() + 1L) * Long.BYTES;
    for (String string : strings) {
      byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
      encoded.add(utf8);
      size += utf8.length + 1;
    }
    NativeBytes bytes = new NativeBytes(size);
    Memory memory = bytes.memory();
    long text = (strings.size() + 1L) * Long.BYTES;
    for (int i = 0; i < encoded.size(); i++) {
      byte[] utf8 = encoded.get(i);
      memory.setLong((long) i * Long.BYTES, bytes.address() + text);
      memory.write(text, utf8, 0, utf8.length);
      text += utf8.length + 1;
    }
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
