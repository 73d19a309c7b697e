package dev.bullpen.helper.provider;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Where a provider's output goes: a job's pipes, like a script's. As long as it runs, what this JVM
 * and its children write goes there too; the provider's result goes beside it, so that nothing
 * printed can get into it.
 */
class PrintedOutput implements AutoCloseable {
  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  private final OutputPipes pipes;
  private final IoBuffer results;
  private final Descriptor errors;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  PrintedOutput(OutputPipes pipes, IoBuffer results, Descriptor errors) {
    this.pipes = pipes;
    this.results = results;
    this.errors = errors;
  }

  /**
   * From now on, until {@link #close}.
   *
   * @param errors what descriptors 1 and 2 are before and after
   */
  static PrintedOutput begin(OutputPipes pipes, IoBuffer results, Descriptor errors)
      throws PosixException {
    pipes.stderr().writing().takeOver(STDOUT);
    pipes.stderr().writing().takeOver(STDERR);
    return new PrintedOutput(pipes, results, errors);
  }

  /** The job's standard output, all of it. */
  void result(byte[] bytes) throws IOException {
    results.writeTo(pipes.stdout().writing(), bytes, 0, bytes.length);
  }

  /** From now on what is printed is the job's standard output; before, it is error output. */
  void printedIsResult() throws PosixException {
    pipes.stdout().writing().takeOver(STDOUT);
  }

  /** What streams still hold, those of this JVM and those a provider has put in their place. */
  void flush() {
    flush(System.out);
    flush(System.err);
    out.flush();
    err.flush();
  }

  /** A provider may have put none in its place, or one that fails. */
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
