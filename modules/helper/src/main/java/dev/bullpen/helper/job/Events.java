package dev.bullpen.helper.job;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/** All that a helper waits for, in one poll(2). */
public final class Events {
  public enum Source {
    FRAMES,
    STDOUT,
    STDERR,
    EXIT,
    EXCHANGE
  }

  private final Poll poll = new Poll(Source.values().length);

  public void watch(Source source, int descriptor) {
    poll.set(source.ordinal(), descriptor);
  }

  public void forget(Source source) {
    poll.clear(source.ordinal());
  }

  boolean isWatched(Source source) {
    return poll.isSet(source.ordinal());
  }

  public boolean isReady(Source source) {
    return isWatched(source) && poll.isReady(source.ordinal());
  }

  boolean hasInput(Source source) {
    return isWatched(source) && poll.hasInput(source.ordinal());
  }

  /** Whether no process can write any more. What was written may still be there. */
  boolean isHungUp(Source source) {
    return isWatched(source) && poll.isHungUp(source.ordinal());
  }

  /** Wait for the next event, at most for {@code patience} if it is given. */
  public void await(Optional<Duration> patience) throws PosixException {
    if (patience.isPresent()) {
      poll.await(patience.get());
    } else {
      poll.await();
    }
  }

  /** Find what is ready now, without waiting. */
  void check() throws PosixException {
    poll.check();
  }

  /** Lets another thread wake the one that waits for {@link Events}. */
  public static final class Bell {
    private final Descriptor listening;
    private final DescriptorOutput striking;
    private final IoBuffer buffer = new IoBuffer();

    private Bell(Pipe pipe) {
      this.listening = pipe.reading();
      this.striking = new DescriptorOutput(pipe.writing());
    }

    public static Bell make() throws PosixException {
      return new Bell(Pipe.open());
    }

    public int descriptor() {
      return listening.number();
    }

    /** From another thread, one at a time. */
    public void ring() {
      try {
        striking.write(1);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // a pipe we hold both ends of
      }
    }

    /** Consume the ring, so that it can ring again. */
    public void hear() throws PosixException {
      buffer.readFrom(listening);
    }
  }
}
