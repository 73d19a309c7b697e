package dev.bullpen.http.endpoint;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Reads the body of a request without blocking a thread. All bodies being read share one bound:
 * each may be long, and its parsed form takes more memory.
 */
final class Body implements Runnable {
  /** Receives the body. Exactly one of these is called, once. */
  interface Reader {
    void read(byte[] body);

    void tooLong();

    /** Other bodies take all the room. */
    void noRoom();

    void failed(Throwable why);
  }

  /** The bytes that all bodies may have until they have been parsed. */
  static final class Room {
    private static final int PART_OF_HEAP = 8;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Room(long most) {
      this.most = most;
    }

    static Room ofHeap() {
      return new Room(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    boolean take(long bytes) {
      boolean isThere = taken.addAndGet(bytes) <= most;
      if (!isThere) {
        free(bytes);
      }
      return isThere;
    }

    void free(long bytes) {
      taken.addAndGet(-bytes);
    }
  }

  private final Request request;
  private final int maxBytes;
  private final Room room;
  private final Reader reader;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  private Body(Request request, int maxBytes, Room room, Reader reader) {
    this.request = request;
    this.maxBytes = maxBytes;
    this.room = room;
    this.reader = reader;
  }

  static void read(Request request, int maxBytes, Room room, Reader reader) {
    if (request.getLength() > maxBytes) {
      reader.tooLong();
    } else {
      new Body(request, maxBytes, room, reader).run();
    }
  }

  /** Take what has come, and continue when there is more. */
  @Override
  public void run() {
    boolean isMore = true;
    while (isMore) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      isMore = take(chunk);
    }
    room.free(body.size());
  }

  /** False after the last chunk or a failure. */
  private boolean take(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      reader.failed(chunk.getFailure());
      return false;
    }
    int bytes = chunk.remaining();
    boolean isTooLong = body.size() + bytes > maxBytes;
    boolean hasRoom = !isTooLong && room.take(bytes);
    if (hasRoom) {
      body.writeBytes(BufferUtil.toArray(chunk.getByteBuffer()));
    }
    chunk.release();
    if (isTooLong) {
      reader.tooLong();
    } else if (!hasRoom) {
      reader.noRoom();
    } else if (chunk.isLast()) {
      reader.read(body.toByteArray());
    }
    return hasRoom && !chunk.isLast();
  }
}
