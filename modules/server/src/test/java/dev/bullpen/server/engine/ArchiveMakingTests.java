package dev.bullpen.server.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.server.ClassArchives;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.thread.QuietMoments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveMakingTests {
  @TempDir Path home;

  private final Queue<Runnable> later = new ArrayDeque<>();
  private final List<JobRequest> made = new ArrayList<>();
  private Duration quiet = ArchiveMaking.QUIET;

  private void begin(Map<String, String> environment) {
    JobIntake intake =
        (request, listener) -> {
          made.add(request);
          return new StubJob();
        };
    new ArchiveMaking(
            home,
            environment,
            home.resolve("lib/archive/this-jdk"),
            new QuietMoments(
                () -> quiet,
                (delay, task) -> {
                  later.add(task);
                  return null;
                }),
            intake)
        .begin();
  }

  private void timePasses() {
    later.remove().run();
  }

  @Test
  void they_are_made_once_by_the_command_for_the_jdk_in_use_when_no_client_asks() {
    begin(Map.of("PATH", "/bin", "SECRET", "x"));
    quiet = ArchiveMaking.QUIET.minusNanos(1);
    timePasses();
    assertEquals(List.of(), made);
    quiet = ArchiveMaking.QUIET;
    timePasses();
    assertEquals(1, made.size());
    JobRequest job = made.get(0);
    assertEquals(Lane.LONG, job.lane());
    assertEquals(home.resolve("bin/launcher").toString(), job.script().program().argv().get(3));
    assertEquals(
        Map.of("PATH", "/bin", "JAVA_HOME", System.getProperty("java.home")),
        job.script().environment());
    assertEquals(0, later.size());
  }

  @Test
  void not_where_they_are() throws IOException {
    Path folder = Files.createDirectories(home.resolve("lib/archive/this-jdk"));
    ClassArchives.note(folder, home);
    Path archive = ClassArchives.ofHelper(folder, home).orElseThrow();
    Files.delete(folder.resolve("places"));
    Files.createFile(archive); // half of them
    begin(Map.of());
    assertEquals(1, later.size());
    later.clear();
    String supervisor = archive.getFileName().toString().replace("helper", "supervisor-http");
    Files.createFile(archive.resolveSibling(supervisor));
    ClassArchives.note(archive.getParent(), Path.of("/elsewhere")); // it was moved
    begin(Map.of());
    assertEquals(1, later.size());
    later.clear();
    ClassArchives.note(archive.getParent(), home);
    ClassArchives.note(archive.getParent(), Path.of("/another/way/to/it"));
    begin(Map.of());
    assertEquals(0, later.size());
  }

  @Test
  void not_where_that_is_switched_off() {
    begin(Map.of("BULLPEN_ARCHIVES", "off"));
    assertEquals(0, later.size());
  }
}
