package dev.bullpen.pool.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.wire.Frame;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job passes on of its output. */
class JobTests {
  private static final int NUMBER = 7;

  private final List<JobOutcome> outcomes = new ArrayList<>();
  private final JobListener listener = outcomes::add;
  private final Job job =
      new Job(
          NUMBER,
          new JobRequest(
              "job",
              Lane.LONG,
              new JobRequest.Script(
                  JobRequest.Program.script(List.of("/bin/true")), Path.of("/"), Map.of()),
              new JobRequest.Limits(Integer.MAX_VALUE, 0, 1, Duration.ofDays(1), Duration.ZERO),
              Optional.empty()),
          listener,
          new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));

  private void writes(int bytes) {
    job.take(new Frame.Output(NUMBER, Frame.Stream.STDOUT, new byte[bytes]));
  }

  @ParameterizedTest
  @ValueSource(ints = {OutputBuffer.ON_HEAP_BYTES, OutputBuffer.ON_HEAP_BYTES + 1})
  void all_output_of_a_job_that_ends_is_passed_on_when_it_is_completed(int bytes) {
    writes(bytes);
    Frame.Exited exited = new Frame.Exited(NUMBER, false, 0, Frame.Overflow.NONE, true);
    assertEquals(bytes > OutputBuffer.ON_HEAP_BYTES, job.end(exited));
    assertFalse(job.expire());
    job.complete(exited);
    JobOutcome.Completed completed = assertInstanceOf(JobOutcome.Completed.class, outcomes.get(0));
    assertEquals(bytes, completed.stdout().length);
  }
}
