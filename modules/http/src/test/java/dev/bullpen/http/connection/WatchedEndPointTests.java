package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.connection.WatchedEndPoint.Watcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;

/** What an end point reads ahead while a request is served takes little, and only for as long. */
class WatchedEndPointTests {
  private static final int MOST = WatchedEndPoint.MOST_BYTES_AHEAD;

  private final Socket socket = new Socket();
  private final WatchedEndPoint endPoint = new WatchedEndPoint(socket, Runnable::run);
  private final Noted noted = new Noted();

  /** Runs its tasks at once. */
  private static final class Socket extends ByteArrayEndPoint {
    @Override
    protected void execute(Runnable task) {
      task.run();
    }
  }

  private static final class Noted implements Watcher {
    private boolean isEnded;
    private boolean isTooMuch;

    @Override
    public void ended() {
      isEnded = true;
    }

    @Override
    public void sentTooMuch() {
      isTooMuch = true;
    }

    @Override
    public void connectionLost() {
      throw new AssertionError("it is open");
    }
  }

  private void send(int bytes) {
    socket.addInput(ByteBuffer.allocate(bytes));
  }

  private int take(int bytes) throws IOException {
    return endPoint.fill(BufferUtil.allocate(bytes));
  }

  @Test
  void nothingIsKeptBeforeBytesCome() {
    endPoint.watch(noted);
    assertEquals(0, endPoint.capacityAhead());
  }

  @Test
  void theBufferIsNeverLargerThanWhatIsAllowed() {
    endPoint.watch(noted);
    for (int i = 0; i < MOST; i++) {
      send(1);
      assertTrue(endPoint.capacityAhead() <= MOST + 1, "after " + i);
    }
    assertFalse(noted.isTooMuch);
    send(MOST);
    assertTrue(noted.isTooMuch);
    assertEquals(MOST + 1, endPoint.capacityAhead());
  }

  @Test
  void theBufferIsDroppedOnceItsBytesAreTaken() throws Exception {
    endPoint.watch(noted);
    send(MOST);
    assertEquals(MOST - 1, take(MOST - 1));
    assertTrue(endPoint.capacityAhead() > 0);
    assertEquals(1, take(MOST));
    assertEquals(0, endPoint.capacityAhead());
  }

  @Test
  void theEndOfInputKeepsNoBuffer() {
    endPoint.watch(noted);
    socket.addInputEOF();
    assertTrue(noted.isEnded);
    assertEquals(0, endPoint.capacityAhead());
  }

  @Test
  void whatWasTooMuchIsNoticedAgainForTheNextRequest() throws Exception {
    endPoint.watch(noted);
    send(2 * MOST);
    assertTrue(noted.isTooMuch);
    noted.isTooMuch = false;
    endPoint.watch(noted);
    assertTrue(noted.isTooMuch);
    assertEquals(MOST + 1, endPoint.capacityAhead());
  }
}
