package dev.bullpen.bench.inner;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** All of a request that happens in the supervisor, from the line to the answer's line. */
@State(Scope.Benchmark)
public class DispatchBenchmark {
  private Stage stage;
  private byte[] ping;
  private byte[] declared;
  private byte[] byScript;

  /** Ask everything once. */
  @Setup
  public void begin() throws IOException {
    stage = Stage.open();
    ping = stage.askWell(Requests.ping());
    declared = stage.askWell(Requests.complete(Stage.DECLARED, Stage.ARGUMENT, "p"));
    byScript = stage.askWell(Requests.complete(Stage.BY_SCRIPT, Stage.ARGUMENT, "re"));
  }

  /** End its threads. */
  @TearDown
  public void end() {
    stage.close();
  }

  @Benchmark
  public byte[] a_ping() {
    return stage.ask(ping);
  }

  @Benchmark
  public byte[] a_declared_completion() {
    return stage.ask(declared);
  }

  /** The helper's part takes no time: its job is handed over, and has ended. */
  @Benchmark
  public byte[] a_completion_by_a_script_without_the_script() {
    return stage.ask(byScript);
  }
}
