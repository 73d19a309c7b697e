package dev.bullpen.server.session;

/**
 * How clients of mcp-bash end a session: by {@code shutdown}, and then {@code exit}, which is as
 * good as the end of input. MCP itself has the latter alone.
 */
final class Leaving {
  private enum State {
    STAYING,
    SHUT_DOWN,
    LEFT
  }

  private final Object leavingLock = new Object();

  private volatile State state = State.STAYING;

  void shutdown() {
    synchronized (leavingLock) {
      if (state == State.STAYING) {
        state = State.SHUT_DOWN;
      }
    }
  }

  /** Whether that is in order; without {@link #shutdown} it changes nothing. */
  boolean exit() {
    synchronized (leavingLock) {
      if (state == State.SHUT_DOWN) {
        state = State.LEFT;
      }
      return state == State.LEFT;
    }
  }

  boolean isLeft() {
    return state == State.LEFT;
  }
}
