package dev.bullpen.testkit.faulty;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Says hello and then commits the {@link Fault} that each job's script is named after; ends at the
 * end of its frames.
 *
 * <p>Frames are expected on standard input and output, where {@link FaultyProgram} puts them: those
 * are the only descriptors that Java really closes on request, by opening /dev/null in their place.
 */
public final class FaultyHelper {
  private FaultyHelper() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    new FrameWriter(out).write(new Frame.Hello((int) ProcessHandle.current().pid(), false));
    FrameReader in = new FrameReader(System.in);
    for (Optional<Frame> frame = in.next(); frame.isPresent(); frame = in.next()) {
      if (frame.get() instanceof Frame.Job job) {
        Fault.of(job.argv()).commit(job.job(), out);
      }
    }
  }
}
