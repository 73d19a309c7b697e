package dev.bullpen.testkit.faulty;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a faulty helper does with a job, by the name of the job's script. */
public enum Fault {
  /** Answers {@code ["ok"]} without running anything. */
  HONEST {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      FrameWriter frames = new FrameWriter(out);
      frames.gather(new Frame.Output(job, Frame.Stream.STDOUT, "[\"ok\"]\n".getBytes(US_ASCII)));
      frames.gather(new Frame.Exited(job, false, 0, Frame.Overflow.NONE, true));
      frames.flush();
    }
  },
  /** Writes what is no frame, as user code that prints to the pipe would. */
  GARBAGE {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      out.write("Hello from a library that prints\n".getBytes(US_ASCII));
      out.flush();
    }
  },
  /** Closes its pipe and lives on. */
  CLOSED {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      out.close();
    }
  },
  /** Claims a frame of 2³¹ bytes, one more than fits a signed length. */
  HUGE {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      byte[] frame = frame(job);
      byte[] header = Arrays.copyOf(frame, LENGTH_AT + Integer.BYTES);
      header[LENGTH_AT] = (byte) 0x80;
      Arrays.fill(header, LENGTH_AT + 1, header.length, (byte) 0);
      out.write(header);
      out.flush();
    }
  },
  /** Writes half a frame and closes its pipe. */
  HALF {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      byte[] frame = frame(job);
      out.write(frame, 0, frame.length / 2);
      out.close();
    }
  },
  /** Sends a frame that only a supervisor sends. */
  BACKWARDS {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      new FrameWriter(out).write(new Frame.Kill(job, 0));
    }
  },
  /** Says hello in the middle of a job. */
  TWICE {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      new FrameWriter(out).write(new Frame.Hello((int) ProcessHandle.current().pid(), false));
    }
  },
  /** Reports that it has cleaned up after a job whose end it has not reported. */
  EARLY {
    @Override
    void commit(long job, OutputStream out) throws IOException {
      new FrameWriter(out).write(new Frame.Clean(job, 0, List.of()));
    }
  },
  /** Ends. */
  EXIT {
    @Override
    void commit(long job, OutputStream out) {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  };

  /** Exit code of {@link #EXIT}. */
  public static final int EXIT_CODE = 9;

  /** Those that are breaches of the frame format, or of the order of frames. */
  public static final List<Fault> BREACHES =
      List.of(GARBAGE, CLOSED, HUGE, HALF, BACKWARDS, TWICE, EARLY);

  // A frame begins with a magic byte and a type byte.
  private static final int LENGTH_AT = 2;

  /** Do it. */
  abstract void commit(long job, OutputStream out) throws IOException;

  /** The name a script must have for it, without {@code .sh}. */
  public String script() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The fault that a command asks for. */
  static Fault of(List<String> command) {
    return Arrays.stream(values())
        .filter(
            fault -> command.stream().anyMatch(word -> word.endsWith("/" + fault.script() + ".sh")))
        .findFirst()
        .orElse(HONEST);
  }

  private static byte[] frame(long job) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new FrameWriter(bytes).write(new Frame.Output(job, Frame.Stream.STDOUT, new byte[64]));
    return bytes.toByteArray();
  }
}
