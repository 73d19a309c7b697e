package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A set of descriptors that one thread waits for; see poll(2). Slots are numbered. An empty slot is
 * skipped.
 *
 * <p>"Ready" means that a read will not block, because there is data or the other end is closed.
 * For a slot that is set for writing, it means that a write will not block.
 */
public final class Poll implements AutoCloseable {
  /** A pipe that is ready for writing takes so many bytes whole and at once; see pipe(7). */
  public static final int PIPE_BUF = Host.HERE == Host.LINUX ? 4096 : 512;

  /** {@code struct pollfd}: the descriptor, the events to wait for, the events found. */
  private static final int POLLFD_BYTES = 8;

  private static final int EVENTS = 4;
  private static final int REVENTS = 6;

  private static final short POLLIN = 1;
  private static final short POLLPRI = 2;
  private static final short POLLOUT = 4;
  private static final short POLLHUP = 16;
  private static final int NO_DESCRIPTOR = -1;
  private static final int FOR_EVER = -1;

  private final int slots;
  private final NativeBytes memory;
  private final ByteBuffer table;

  public Poll(int slots) {
    this.slots = slots;
    this.memory = new NativeBytes((long) slots * POLLFD_BYTES);
    this.table = memory.buffer();
    for (int slot = 0; slot < slots; slot++) {
      clear(slot);
    }
  }

  /** Watch {@code descriptor} for input, or for its other end closing. */
  public void set(int slot, int descriptor) {
    put(slot, descriptor, POLLIN);
  }

  /** Watch a writing end for the close of its reading end. macOS wakes no poll without events. */
  public void setForClosing(int slot, int descriptor) {
    put(slot, descriptor, POLLHUP);
  }

  /** Watch for a change since the last read, as files of the kernel report it. */
  public void setForChange(int slot, int descriptor) {
    put(slot, descriptor, POLLPRI);
  }

  /**
   * Watch {@code descriptor} for room for {@link #PIPE_BUF} bytes, or for its other end closing.
   */
  public void setForWriting(int slot, int descriptor) {
    put(slot, descriptor, POLLOUT);
  }

  public void clear(int slot) {
    put(slot, NO_DESCRIPTOR, (short) 0);
  }

  public boolean isSet(int slot) {
    return table.getInt(slot * POLLFD_BYTES) != NO_DESCRIPTOR;
  }

  public boolean isReady(int slot) {
    return table.getShort(slot * POLLFD_BYTES + REVENTS) != 0;
  }

  public boolean hasInput(int slot) {
    return has(slot, POLLIN);
  }

  /** Whether the last wait found that no process can write to this slot's pipe any more. */
  public boolean isHungUp(int slot) {
    return has(slot, POLLHUP);
  }

  private boolean has(int slot, short event) {
    return (table.getShort(slot * POLLFD_BYTES + REVENTS) & event) != 0;
  }

  private void put(int slot, int descriptor, short events) {
    int at = slot * POLLFD_BYTES;
    table.putInt(at, descriptor).putShort(at + EVENTS, events).putShort(at + REVENTS, (short) 0);
  }

  public void await() throws PosixException {
    poll(FOR_EVER);
  }

  /**
   * Wait until a slot is ready, for at most that long. Fractions of a millisecond are rounded up,
   * so that no loop spins just before its deadline.
   *
   * @return whether a slot is ready
   */
  public boolean await(Duration timeout) throws PosixException {
    long millis = Math.max(0, timeout.plusNanos(999_999).toMillis());
    return poll((int) Math.min(millis, Integer.MAX_VALUE));
  }

  /** Check without waiting; whether a slot is ready. */
  public boolean check() throws PosixException {
    return poll(0);
  }

  private boolean poll(int millis) throws PosixException {
    int ready = LibC.poll(memory.address(), slots, millis);
    if (ready < 0) {
      if (LibC.errno() == Errno.EINTR) {
        forgetReadiness();
        return false;
      }
      throw PosixException.last("poll");
    }
    return ready > 0;
  }

  @Override
  public void close() {
    memory.close();
  }

  private void forgetReadiness() {
    for (int slot = 0; slot < slots; slot++) {
      table.putShort(slot * POLLFD_BYTES + REVENTS, (short) 0);
    }
  }
}
