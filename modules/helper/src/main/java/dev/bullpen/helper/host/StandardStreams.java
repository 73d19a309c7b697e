package dev.bullpen.helper.host;

import dev.bullpen.posix.StandardOutput;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The standard streams of providers. What is printed is UTF-8 whatever the locale, as what scripts
 * print is. Many a program closes a standard stream when it is done; the next one in the same JVM
 * finds it open.
 */
final class StandardStreams {
  private final InputStream in = new Input(System.in);
  private final Output out = new Output(StandardOutput.out());
  private final Output err = new Output(StandardOutput.err());

  /** Let all who print from now on use these. */
  void enter() {
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
    out.forgetError();
    err.forgetError();
  }

  /**
   * Whether the descriptors below can be used. Who makes a stream of {@link FileDescriptor#out} and
   * closes that has closed the object for good.
   */
  boolean areUsable() {
    return FileDescriptor.in.valid() && FileDescriptor.out.valid() && FileDescriptor.err.valid();
  }

  /** Nothing comes from there, now or later. */
  private static final class Input extends FilterInputStream {
    Input(InputStream nothing) {
      super(nothing);
    }

    @Override
    public void close() {}
  }

  private static final class Output extends PrintStream {
    Output(StandardOutput output) {
      super(new BufferedOutputStream(output), true, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      flush();
    }

    /** Which was of another's output. */
    void forgetError() {
      clearError();
    }
  }
}
