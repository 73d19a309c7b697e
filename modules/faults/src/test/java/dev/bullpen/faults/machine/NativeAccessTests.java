package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the library that leads to the system's own calls does to those it is in one JVM with. */
class NativeAccessTests {
  /** The thread that a JVM starts with the first program of {@link ProcessBuilder}'s. */
  private static final String REAPER = "process reaper";

  @Test
  void no_program_is_run_on_the_way_to_the_first_answer_and_a_provider_may_bring_its_own() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "threads are looked for in /proc");
    try (Rig rig = Rig.start(NativeAccessTests::project, launcher -> launcher.workers(1, 1))) {
      int helper = rig.awaitHelpers(1).get(0);
      assertFalse(threads(rig.process().pid()).contains(REAPER));
      assertFalse(threads(helper).contains(REAPER));
      assertEquals(List.of("0"), rig.client().complete("starts", "query", "").values());
      assertTrue(threads(helper).contains(REAPER), "the control shows nothing");
      assertEquals(
          List.of(Long.toString(helper)), rig.client().complete("native", "query", "").values());
    }
  }

  @Test
  void one_that_does_not_fit_the_machine_ends_every_command_with_a_reason_and_advice(
      @TempDir Path folder) {
    Path home = folder.resolve("bullpen");
    Sh.run("cp -a $1 $2", System.getProperty(Launcher.FOLDER), home.toString());
    String launcher = home.resolve("bin/launcher").toString();
    Sh.run("$1 --version", launcher); // the control
    Sh.run("for each in $1/lib/native/*/*; do echo damaged >$each || exit; done", home.toString());
    for (String command : List.of("--workers 1 --project " + folder, "--version")) {
      String said = Sh.failed("$1 $2 </dev/null", launcher, command);
      assertTrue(said.contains("launcher: the system's calls cannot be made: " + home), said);
      assertTrue(said.contains("install it once more"), said);
      assertFalse(said.contains("\tat "), said);
    }
  }

  @Test
  void on_a_mount_from_which_nothing_is_run_the_advice_is_another_mount(@TempDir Path folder) {
    assumeTrue(Namespaces.mounts().isPresent(), "nobody may mount here");
    String said =
        Sh.failed(
            "cp -a $1 $2; exec "
                + Namespaces.mounts().get()
                + " /bin/sh -c 'mount --bind $1 $1 && mount -o remount,bind,noexec $1"
                + " && exec /bin/sh $1/bin/launcher --version' sh $2",
            System.getProperty(Launcher.FOLDER),
            folder.resolve("bullpen").toString());
    assertTrue(said.contains("launcher: the system's calls cannot be made: " + folder), said);
    assertTrue(said.contains("noexec"), said);
    assertFalse(said.contains("install it once more"), said);
  }

  private static void project(ProjectFixture project) {
    JavaProviders.add(
        project,
        "starts",
        "return Suggestions.of(\"\" + new ProcessBuilder(\"true\").start().waitFor());");
    JavaProviders.add(
        project,
        "native",
        "return Suggestions.of(\"\" + com.sun.jna.Function.getFunction(\"c\", \"getpid\")"
            + ".invokeInt(new Object[0]));");
    Path packaged = Path.of(System.getProperty(Launcher.FOLDER), "lib", "helper");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(packaged, "jna-*.jar")) {
      Path libraries = Files.createDirectories(project.root().resolve("lib"));
      for (Path jar : jars) {
        Files.copy(jar, libraries.resolve(jar.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> threads(long pid) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks) {
        name(task).ifPresent(names::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  private static Optional<String> name(Path task) {
    try {
      return Optional.of(Files.readString(task.resolve("comm")).strip());
    } catch (IOException endedMeanwhile) {
      return Optional.empty();
    }
  }
}
