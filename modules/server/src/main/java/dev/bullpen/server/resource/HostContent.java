package dev.bullpen.server.resource;

import dev.bullpen.json.HeapRoom;
import dev.bullpen.posix.MemoryFile;
import dev.bullpen.project.resource.ResourceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * What comes from a host, until the answer is made of it. A host may take its time, and many are
 * read at once, so all but the beginning waits outside of the heap; and there is a place for only
 * so many that are long, without which the host is not heard any further.
 *
 * <p>One thread writes. Another may close it at any time, and writing fails from then on.
 */
final class HostContent extends OutputStream {
  /** More than that is kept outside: most pages are shorter. */
  static final int ON_HEAP_BYTES = 64 * 1024;

  /** A buffer that grows is there twice, and the array that is made of it once more. */
  private static final long COPIES = 4;

  private final Semaphore places;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private Optional<MemoryFile> outside = Optional.empty();
  private int length;
  private boolean isLong;
  private boolean closed;

  /**
   * @param places for those that are long; taken and given back one at a time
   */
  HostContent(Semaphore places) {
    this.places = places;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] from, int at, int count) throws IOException {
    if (!isLong && length + count > ON_HEAP_BYTES) {
      takePlace();
    }
    synchronized (this) {
      refuseIfClosed();
      if (outside.isPresent()) {
        outside.get().append(Arrays.copyOfRange(from, at, at + count));
      } else if (isLong && !HeapRoom.has(COPIES * (length + count))) {
        throw new IOException("the heap has no room for it");
      } else {
        kept.write(from, at, count);
      }
      length += count;
    }
  }

  private void takePlace() throws IOException {
    try {
      places.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("nobody waits for it");
    }
    synchronized (this) {
      if (closed) {
        places.release();
      }
      refuseIfClosed();
      isLong = true;
      outside = MemoryFile.open();
    }
  }

  private void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("nobody waits for it");
    }
  }

  /** How many bytes have come. */
  synchronized int length() {
    return length;
  }

  /**
   * All of them, put together on the heap.
   *
   * @throws ResourceException if it is closed, because the server is ending
   */
  synchronized byte[] bytes() throws ResourceException {
    byte[] beginning = kept.toByteArray();
    byte[] all = Arrays.copyOf(beginning, length);
    try {
      if (outside.isPresent()) {
        outside.get().readTo(all, beginning.length);
      }
      return all;
    } catch (IOException e) {
      throw new ResourceException(
          ResourceException.Kind.FAILED, "What the host sent is lost", e.toString());
    }
  }

  /** Idempotent. */
  @Override
  public synchronized void close() {
    if (!closed && isLong) {
      outside.ifPresent(MemoryFile::close);
      places.release();
    }
    closed = true;
  }
}
