package dev.bullpen.bench.inner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Frames of a usual completion: written and read in memory, and sent through pipes. */
@State(Scope.Benchmark)
public class WireBenchmark {
  private static final Frame.Output OUTPUT =
      new Frame.Output(
          1,
          Frame.Stream.STDOUT,
          "[\"retry job\",\"review logs\",\"rebuild cache\",\"restart service\"]\n"
              .getBytes(UTF_8));

  private static final Frame.Exited EXITED =
      new Frame.Exited(1, false, 0, Frame.Overflow.NONE, true);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final FrameWriter writer = new FrameWriter(out);
  private Frame.Job job;
  private Echo echo;

  /** Take the job the dispatcher hands over for one. */
  @Setup
  public void begin() throws IOException {
    try (Stage stage = Stage.open()) {
      job = stage.job();
    }
    echo = Echo.start(EXITED);
  }

  /** Let the thread at the other end go. */
  @TearDown
  public void end() throws InterruptedException {
    echo.close();
  }

  private FrameReader written() throws IOException {
    writer.flush();
    byte[] bytes = out.toByteArray();
    out.reset();
    return new FrameReader(new ByteArrayInputStream(bytes));
  }

  @Benchmark
  public Frame a_job_is_written_and_read() throws IOException {
    writer.gather(job);
    return written().next().orElseThrow();
  }

  /** The two that tell of a script's end, which go out together. */
  @Benchmark
  public void output_and_exit_are_written_and_read(Blackhole read) throws IOException {
    writer.gather(OUTPUT);
    writer.gather(EXITED);
    FrameReader reader = written();
    read.consume(reader.next().orElseThrow());
    read.consume(reader.next().orElseThrow());
  }

  /** Both threads sleep in between, as those of supervisor and helper do. */
  @Benchmark
  public Frame a_job_goes_to_another_thread_through_a_pipe_and_its_exit_comes_back()
      throws IOException {
    return echo.ask(job);
  }
}
