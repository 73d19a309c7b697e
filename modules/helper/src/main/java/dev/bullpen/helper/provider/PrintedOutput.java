package dev.bullpen.helper.provider;

import dev.bullpen.helper.job.Outputs;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Where a provider's output goes: to the job's pipes, like a script's. While the provider runs, the
 * output of this JVM and its children goes there too. The provider's result takes another way, so
 * that nothing printed can get into it.
 */
class PrintedOutput implements AutoCloseable {
  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  private final Outputs.Pipes pipes;
  private final IoBuffer results;
  private final Descriptor errors;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  PrintedOutput(Outputs.Pipes pipes, IoBuffer results, Descriptor errors) {
    this.pipes = pipes;
    this.results = results;
    this.errors = errors;
  }

  /** Redirect descriptors 1 and 2; {@link #close} makes them {@code errors} again. */
  static PrintedOutput begin(Outputs.Pipes pipes, IoBuffer results, Descriptor errors)
      throws PosixException {
    pipes.stderr().writing().takeOver(STDOUT);
    pipes.stderr().writing().takeOver(STDERR);
    return new PrintedOutput(pipes, results, errors);
  }

  /** The job's standard output, all of it. */
  void result(byte[] bytes) throws IOException {
    results.writeTo(pipes.stdout().writing(), bytes, 0, bytes.length);
  }

  /** From now on, printed output is the job's standard output; before, it is error output. */
  void printedIsResult() throws PosixException {
    pipes.stdout().writing().takeOver(STDOUT);
  }

  /** Flush the streams of this JVM, and those that a provider has put in their place. */
  void flush() {
    flush(System.out);
    flush(System.err);
    out.flush();
    err.flush();
  }

  /** The stream may be null, or one that fails, as a provider may have replaced it. */
  private void flush(PrintStream stream) {
    try {
      if (stream != null) {
        stream.flush();
      }
    } catch (Throwable e) {
      err.println("what a " + stream.getClass().getName() + " holds is lost: its flush fails");
    }
  }

  @Override
  public void close() throws PosixException {
    try {
      flush();
    } finally {
      errors.takeOver(STDOUT);
      errors.takeOver(STDERR);
      pipes.handOver();
    }
  }
}
