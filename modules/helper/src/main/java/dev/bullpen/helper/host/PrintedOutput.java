package dev.bullpen.helper.host;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.provider.ProviderOutput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.WriteBuffer;
import java.io.IOException;
import java.io.PrintStream;

/** Where a provider's output goes: a job's pipes, like a script's. */
final class PrintedOutput implements ProviderOutput, AutoCloseable {
  private static final int STDOUT = 1;

  /** How descriptors 1 and 2 become this JVM's own again. */
  interface Restoring {
    void run() throws PosixException;
  }

  private final OutputPipes pipes;
  private final WriteBuffer results;
  private final Restoring restoring;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  PrintedOutput(OutputPipes pipes, WriteBuffer results, Restoring restoring) {
    this.pipes = pipes;
    this.results = results;
    this.restoring = restoring;
  }

  @Override
  public void result(byte[] bytes) throws IOException {
    results.writeTo(pipes.stdout().writing(), bytes, 0, bytes.length);
  }

  @Override
  public void printedIsResult() throws PosixException {
    pipes.stdout().writing().takeOver(STDOUT);
  }

  /** What streams still hold, those of this JVM and those somebody has put in their place. */
  void flush() {
    flush(System.out);
    flush(System.err);
    out.flush();
    err.flush();
  }

  private static void flush(PrintStream stream) {
    if (stream != null) { // whoever may put another in its place may also put none
      stream.flush();
    }
  }

  @Override
  public void close() throws PosixException {
    try {
      flush();
    } finally {
      restoring.run();
      pipes.handOver();
    }
  }
}
