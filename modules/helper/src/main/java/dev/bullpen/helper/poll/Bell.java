package dev.bullpen.helper.poll;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ReadBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Wakes the thread that waits for {@link Events}. */
public final class Bell {
  private final Descriptor listening;
  private final DescriptorOutput striking;
  private final ReadBuffer buffer = new ReadBuffer();

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
