package dev.bullpen.http.endpoint;

import dev.bullpen.http.connection.BodyChunks;
import dev.bullpen.server.client.SharedBudget;
import java.io.ByteArrayOutputStream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/** Reads the body of a request without blocking a thread. */
final class Body {
  /** Receives the body. Exactly one of these is called, once. */
  interface Reader {
    /**
     * @param held to be notified when what the body asks for is over
     */
    void read(byte[] body, Held held);

    void tooLong();

    /** Other bodies of the same principal take all the room. */
    void noRoom();

    void failed(Throwable why);
  }

  /**
   * The memory that one body takes: its bytes, and the values that they will be parsed into. It is
   * held until what the body asks for is over, and the HTTP request too: either may be first, and
   * both have the parsed form.
   */
  static final class Held {
    private final SharedBudget budget;
    private final String principal;

    private final Object bytesLock = new Object();

    // Guarded by the lock.
    private long bytes;
    private boolean isCallOver;
    private boolean isRequestOver;

    /**
     * @param budget of all bodies
     * @param principal whose body it is
     */
    Held(SharedBudget budget, String principal) {
      this.budget = budget;
      this.principal = principal;
    }

    boolean grow(long more) {
      synchronized (bytesLock) {
        boolean fits = budget.grow(principal, bytes, more);
        bytes += fits ? more : 0;
        return fits;
      }
    }

    /** What the body asks for is over, or was not begun. */
    void callOver() {
      synchronized (bytesLock) {
        isCallOver = true;
        giveBack();
      }
    }

    /** The HTTP request is over. */
    void requestOver() {
      synchronized (bytesLock) {
        isRequestOver = true;
        giveBack();
      }
    }

    private void giveBack() {
      assert Thread.holdsLock(bytesLock);
      if (isCallOver && isRequestOver) {
        budget.giveBack(principal, bytes);
        bytes = 0;
      }
    }
  }

  /** Counts the values of a JSON text that comes in parts. */
  static final class Values {
    private boolean isInString;
    private boolean isEscaped;

    /** The values that begin in the next part, except the first of each array and object. */
    int in(byte[] part) {
      int values = 0;
      for (byte b : part) {
        if (isEscaped) {
          isEscaped = false;
        } else if (b == '"') {
          isInString = !isInString;
        } else if (isInString) {
          isEscaped = b == '\\';
        } else if (b == ',' || b == '{' || b == '[') {
          values++;
        }
      }
      return values;
    }
  }

  /** What a value takes of the heap beside its text, such as an empty object. */
  private static final int VALUE_BYTES = 90;

  private final int maxBytes;
  private final Held held;
  private final Reader reader;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Values values = new Values();

  private Body(int maxBytes, Held held, Reader reader) {
    this.maxBytes = maxBytes;
    this.held = held;
    this.reader = reader;
  }

  static void read(Request request, int maxBytes, Held held, Reader reader) {
    if (request.getLength() > maxBytes) {
      reader.tooLong();
    } else {
      Request.addCompletionListener(request, failure -> held.requestOver());
      BodyChunks.read(request, new Body(maxBytes, held, reader)::take);
    }
  }

  /** False after the last chunk or a failure. */
  private boolean take(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      held.callOver();
      reader.failed(chunk.getFailure());
      return false;
    }
    byte[] part = BufferUtil.toArray(chunk.getByteBuffer());
    boolean isLast = chunk.isLast();
    chunk.release();
    boolean isTooLong = body.size() + part.length > maxBytes;
    boolean hasRoom = !isTooLong && held.grow(part.length + (long) VALUE_BYTES * values.in(part));
    if (isTooLong) {
      held.callOver();
      reader.tooLong();
    } else if (!hasRoom) {
      held.callOver();
      reader.noRoom();
    } else {
      body.writeBytes(part);
      if (isLast) {
        passOn();
      }
    }
    return hasRoom && !isLast;
  }

  private void passOn() {
    try {
      reader.read(body.toByteArray(), held);
    } catch (RuntimeException | Error e) {
      held.callOver();
      throw e;
    }
  }
}
