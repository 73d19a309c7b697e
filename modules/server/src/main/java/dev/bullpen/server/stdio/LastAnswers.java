package dev.bullpen.server.stdio;

import dev.bullpen.pool.view.Seconds;
import dev.bullpen.protocol.line.OutgoingLines;
import dev.bullpen.server.session.Session;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * After the end of input, calls that were accepted before are still answered, for at most {@code
 * --finish}, as long as the client reads, and unless the server has to end meanwhile. A script that
 * waits for an answer of the client goes on without one, because none can come any more.
 */
final class LastAnswers {
  /**
   * A client that has taken nothing for so long does not read. A slow one may pause, and a socket
   * has no room before most of what it holds has been read.
   */
  private static final Duration UNREAD = Duration.ofSeconds(30);

  /** How often to check whether the client still reads. */
  private static final Duration SLICE = Duration.ofMillis(100);

  private final Duration finish;
  private final Session session;
  private final OutgoingLines out;
  private final BooleanSupplier isOver;
  private volatile boolean begun;
  private volatile long begunAt;

  /** A step that is waited for at most that long; true if nothing of it is left. */
  private interface Step {
    boolean await(Duration patience);
  }

  LastAnswers(Duration finish, Session session, OutgoingLines out, BooleanSupplier isOver) {
    this.finish = finish;
    this.session = session;
    this.out = out;
    this.isOver = isOver;
  }

  void await() {
    begunAt = System.nanoTime();
    begun = true;
    await(session::awaitNothingHeld);
    session.client().requests().clientSilent(); // only now, as its last answers may have been held
    await(session.calls()::awaitNone);
    await(out::awaitNothingLeft);
  }

  private void await(Step step) {
    boolean isDone = step.await(slice());
    while (!isDone && isWorthWaiting()) {
      isDone = step.await(slice());
    }
  }

  private Duration slice() {
    Duration left = finish.minus(elapsed());
    return left.compareTo(SLICE) < 0 ? left : SLICE;
  }

  private boolean isWorthWaiting() {
    return !isOver.getAsBoolean()
        && elapsed().compareTo(finish) < 0
        && out.unreadFor().compareTo(UNREAD) < 0;
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begunAt);
  }

  boolean hasBegun() {
    return begun;
  }

  String taken() {
    return Seconds.of(elapsed());
  }

  String tooLate() {
    return finish.isZero()
        ? "Standard input ended before this call had finished, so it was stopped: --finish is 0."
            + " Keep the input open until the answer has come, or raise --finish."
        : "Standard input ended, and this call had not finished %s later, so it was stopped. Keep"
                .formatted(taken())
            + " the input open until the answer has come, or raise --finish.";
  }
}
