package dev.bullpen.helper.poll;

import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import java.time.Duration;
import java.util.Optional;

/** What a helper waits for, all in one poll(2). */
public final class Events {
  /** The places in the poll. */
  public enum Source {
    FRAMES,
    STDOUT,
    STDERR,
    EXIT,
    DESK
  }

  private final Poll poll = new Poll(Source.values().length);

  public void watch(Source source, int descriptor) {
    poll.set(source.ordinal(), descriptor);
  }

  public void forget(Source source) {
    poll.clear(source.ordinal());
  }

  public boolean isWatched(Source source) {
    return poll.isSet(source.ordinal());
  }

  public boolean isReady(Source source) {
    return isWatched(source) && poll.isReady(source.ordinal());
  }

  public boolean hasInput(Source source) {
    return isWatched(source) && poll.hasInput(source.ordinal());
  }

  /** Whether nobody can write any more; what has been written may still be there. */
  public boolean isHungUp(Source source) {
    return isWatched(source) && poll.isHungUp(source.ordinal());
  }

  /** Wait for the next event; for no longer than {@code patience} if it is given. */
  public void await(Optional<Duration> patience) throws PosixException {
    if (patience.isPresent()) {
      poll.await(patience.get());
    } else {
      poll.await();
    }
  }

  /** Look what is ready now. */
  public void look() throws PosixException {
    poll.look();
  }
}
