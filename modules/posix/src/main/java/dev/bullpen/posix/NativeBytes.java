package dev.bullpen.posix;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** Zeroed memory outside the heap, freed on close. */
final class NativeBytes implements AutoCloseable {
  static {
    Jna.prepare();
  }

  private final Memory memory;

  NativeBytes(long size) {
    memory = new Memory(size);
    memory.clear();
  }

  long address() {
    return Pointer.nativeValue(memory);
  }

  long size() {
    return memory.size();
  }

  Memory memory() {
    return memory;
  }

  /** The same memory in the processor's byte order. */
  ByteBuffer buffer() {
    return memory.getByteBuffer(0, memory.size());
  }

  @Override
  public void close() {
    memory.close();
  }
}
