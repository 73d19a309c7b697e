package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HelperStatusTests {
  private static final Duration GRACE = Duration.ofMinutes(10);

  private static final JobRequest REQUEST =
      new JobRequest(
          "test",
          Lane.LONG,
          new JobRequest.Script(
              JobRequest.Program.script(List.of("/bin/true")), Path.of("/"), Map.of()),
          new JobRequest.Limits(1, 0, 0, GRACE, GRACE),
          Optional.empty());

  private final HelperStatus place = new HelperStatus();

  private void begin() {
    place.begin(
        new Job(
            1,
            REQUEST,
            outcome -> {},
            new JobClock(
                (delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime)));
  }

  @Test
  void only_a_job_that_is_sent_a_kill_has_its_grace() {
    place.rest();
    begin();
    place.enter(HelperStatus.State.CLEANING);
    assertEquals(Duration.ZERO, place.grace(KillTimes.USUAL), "it has ended by itself");
    place.rest();
    begin();
    place.killSent();
    assertEquals(GRACE, place.grace(KillTimes.USUAL));
    place.rest();
    begin();
    assertEquals(Duration.ZERO, place.grace(KillTimes.USUAL));
  }
}
