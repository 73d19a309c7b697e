package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.folder.ExchangeFolders.HelperFolders;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.wire.ExchangeFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HelperSetupTests {
  private static final Optional<JobRequest.Exchange> ONE_FILE =
      Optional.of(
          new JobRequest.Exchange(
              new ExchangeFiles(List.of(), List.of(), List.of()), Map.of("A", "a.txt")));

  private final Marker marker = new Marker();

  HelperSetupTests() throws IOException {}

  private HelperSetup setup(Optional<HelperFolders> folders) {
    return new HelperSetup(1, new HelperCommand(List.of("/bin/true"), Map.of()), marker, folders);
  }

  private static Job job(Optional<JobRequest.Exchange> desk) {
    JobRequest request =
        new JobRequest(
            "test",
            Lane.LONG,
            new JobRequest.Script(
                JobRequest.Program.script(List.of("/bin/true")),
                Path.of("/"),
                Map.of("TEMP", "server's", "B", "common"),
                Map.of("TMPDIR", "server's", "B", "own")),
            new JobRequest.Limits(1, 0, 0, Duration.ZERO, Duration.ZERO),
            desk);
    return new Job(
        7,
        request,
        outcome -> {},
        new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));
  }

  @Test
  void a_job_gets_its_markers_its_folders_and_its_files_and_keeps_its_own_variables() {
    HelperSetup setup =
        setup(Optional.of(new HelperFolders(Path.of("/x"), Optional.of(Path.of("/room/job")))));
    for (Optional<JobRequest.Exchange> desk :
        List.of(ONE_FILE, Optional.<JobRequest.Exchange>empty())) {
      byte[] environment = setup.frame(job(desk)).orElseThrow().environment();
      Set<String> variables = Set.of(new String(environment, StandardCharsets.UTF_8).split("\0"));
      Set<String> always =
          Set.of(
              "B=own",
              "TMPDIR=/room/job",
              "TEMP=/room/job",
              "BULLPEN_SESSION=" + marker.token(),
              "BULLPEN_JOB=" + marker.token() + ".7");
      assertEquals(desk.isPresent() ? with(always, "A=/x/a.txt") : always, variables);
    }
  }

  private static Set<String> with(Set<String> all, String more) {
    Set<String> both = new HashSet<>(all);
    both.add(more);
    return both;
  }

  @Test
  void without_an_exchange_folder_only_jobs_that_need_none_can_be_given_to_it() {
    assertEquals(Optional.empty(), setup(Optional.empty()).frame(job(ONE_FILE)));
    byte[] environment =
        setup(Optional.empty()).frame(job(Optional.empty())).orElseThrow().environment();
    assertEquals(5, new String(environment, StandardCharsets.UTF_8).split("\0").length);
  }
}
