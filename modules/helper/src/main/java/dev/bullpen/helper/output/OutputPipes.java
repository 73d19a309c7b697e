package dev.bullpen.helper.output;

import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import java.util.Map;

/** The pipes for what one script writes. */
public record OutputPipes(Pipe stdout, Pipe stderr) implements AutoCloseable {
  public static OutputPipes open() throws PosixException {
    Pipe stdout = Pipe.open();
    try {
      return new OutputPipes(stdout, Pipe.open());
    } catch (PosixException e) {
      stdout.close();
      throw e;
    }
  }

  /** What the script is given, by its own numbers. */
  public Map<Integer, Integer> forScript() {
    return Map.of(1, stdout.writing().number(), 2, stderr.writing().number());
  }

  /** The script has its ends; keep only ours. */
  public void handOver() {
    stdout.writing().close();
    stderr.writing().close();
  }

  @Override
  public void close() {
    stdout.close();
    stderr.close();
  }
}
