package dev.bullpen.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.thread.QuietMoments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTests {
  @TempDir Path home;

  private final Queue<Runnable> later = new ArrayDeque<>();
  private final List<JobRequest> made = new ArrayList<>();
  private Duration quiet = ClassArchives.QUIET;

  private void begin(Map<String, String> environment) {
    JobIntake intake =
        (request, listener) -> {
          made.add(request);
          return new StubJob();
        };
    new ClassArchives(
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
  void they_are_made_once_by_the_command_for_the_jdk_in_use_when_nobody_asks() {
    begin(Map.of("PATH", "/bin", "SECRET", "x"));
    quiet = ClassArchives.QUIET.minusNanos(1);
    timePasses();
    assertEquals(List.of(), made);
    quiet = ClassArchives.QUIET;
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
  void those_that_other_users_may_change_are_made_again_and_not_used() throws IOException {
    Path folder = Files.createDirectories(home.resolve("lib/archive/this-jdk"));
    ClassArchives.note(folder, home);
    Path helper = Files.createFile(ClassArchives.ofHelper(folder, home).orElseThrow());
    String supervisor = helper.getFileName().toString().replace("helper", "supervisor");
    Files.createFile(helper.resolveSibling(supervisor));
    assertTrue(ClassArchives.areMade(folder, home));

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));

    assertFalse(ClassArchives.areMade(folder, home));
    assertEquals(Optional.empty(), ClassArchives.ofHelper(folder, home));
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
    String supervisor = archive.getFileName().toString().replace("helper", "supervisor");
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
  void each_place_is_noted_once_and_the_last_is_the_one_they_are_for() throws IOException {
    Path folder = Files.createDirectories(home.resolve("archive/this-jdk"));
    assertTrue(ClassArchives.ofHelper(folder, Path.of("/here")).isEmpty());
    for (String place : List.of("/here", "/there", "/here", "/there")) {
      ClassArchives.note(folder, Path.of(place));
      assertTrue(ClassArchives.ofHelper(folder, Path.of(place)).isPresent());
    }

    assertEquals(List.of("/here", "/there"), Files.readAllLines(folder.resolve("places")));
    assertTrue(ClassArchives.ofHelper(folder, Path.of("/here")).isEmpty());
  }

  @Test
  void not_where_that_is_switched_off() {
    begin(Map.of("BULLPEN_ARCHIVES", "off"));
    assertEquals(0, later.size());
  }
}
