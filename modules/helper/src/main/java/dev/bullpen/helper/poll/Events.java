package dev.bullpen.helper.poll;

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

  /** Whether no process can write any more; what has been written may still be there. */
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

  /** Wakes the thread that waits for {@link Events}. */
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

    /** To be watched. */
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

    /** It has rung, and may again. */
    public void hear() throws PosixException {
      buffer.readFrom(listening);
    }
  }
}
