package dev.bullpen.bench.inner;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The least program there is, true(1), in two ways, and the least native call. */
@State(Scope.Benchmark)
public class PosixBenchmark {
  private static final String TRUE = "/bin/true";
  private static final File NULL = new File("/dev/null");

  private final SpawnRequest request =
      new SpawnRequest(
          List.of(TRUE),
          EnvironmentBlock.of(Map.of()),
          Optional.empty(),
          Map.of(),
          SpawnRequest.Placement.GROUP);

  private final ProcessBuilder builder = processBuilder();

  /** With as little around it: no environment, and no pipes. */
  private static ProcessBuilder processBuilder() {
    ProcessBuilder builder =
        new ProcessBuilder(TRUE).redirectInput(NULL).redirectOutput(NULL).redirectError(NULL);
    builder.environment().clear();
    return builder;
  }

  @Benchmark
  public ExitStatus true_started_and_awaited_by_Spawn() throws PosixException {
    return Child.await(Spawn.spawn(request));
  }

  @Benchmark
  public int true_started_and_awaited_by_ProcessBuilder() throws IOException, InterruptedException {
    return builder.start().waitFor();
  }

  @Benchmark
  public int getpid_through_JNA() {
    return Self.pid();
  }
}
