package dev.bullpen.posix.libc;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** Zeroed memory outside the heap, freed on close. */
public final class NativeBytes implements AutoCloseable {
  static {
    Jna.prepare();
  }

  private final Memory memory;

  public NativeBytes(long size) {
    memory = new Memory(size);
    memory.clear();
  }

  public long address() {
    return Pointer.nativeValue(memory);
  }

  public Memory memory() {
    return memory;
  }

  /** The same memory in the processor's byte order. */
  public ByteBuffer buffer() {
    return memory.getByteBuffer(0, memory.size());
  }

  @Override
  public void close() {
    memory.close();
  }
}
