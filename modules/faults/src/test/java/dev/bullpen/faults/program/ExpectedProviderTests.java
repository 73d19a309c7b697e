package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.JavaProviders;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every helper gets ready for the providers a project has; nothing of them is run for that. */
class ExpectedProviderTests {
  private static final Duration READY = Duration.ofSeconds(30);

  /** The thread a helper keeps for its next provider, as the system shows it. */
  private static final String SPARE = "provider";

  private final AtomicReference<Path> root = new AtomicReference<>();

  private void project(ProjectFixture project) {
    root.set(project.root());
    JavaProviders.add(
        project,
        "counting",
        """
        Files.writeString(request.job().project().resolve("runs"), "run\\n",
            StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return Suggestions.of("" + %s);
        """
            .formatted(JavaProviders.PID));
    // What the class does as soon as it is used.
    Path source = project.root().resolve("completions/counting.java");
    try {
      Files.writeString(
          source,
          Files.readString(source)
              .replace(
                  "static long count;",
                  """
                  static {
                    try {
                      Files.writeString(Path.of("%s"), "used\\n",
                          StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                  """
                      .formatted(project.root().resolve("uses"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> lines(String file) throws IOException {
    Path path = root.get().resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  private static boolean isReady(Proc helper) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/%d/task".formatted(helper.pid())))) {
      return threads.anyMatch(thread -> SPARE.equals(name(thread)));
    } catch (IOException gone) {
      return false;
    }
  }

  private static String name(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip();
    } catch (IOException gone) {
      return "";
    }
  }

  @Test
  void a_helper_that_never_ran_a_provider_is_ready_for_it_and_has_run_nothing_of_it()
      throws IOException {
    try (Rig rig = Rig.start(this::project, launcher -> launcher.workers(3, 3)).settled()) {
      // The server's own rehearsal, which needs but a quiet moment, runs a provider in one of them.
      assertTrue(rig.helpers().stream().filter(ExpectedProviderTests::isReady).count() <= 1);

      Answer answer = rig.client().complete("counting", "query", "");
      assertFalse(answer.failed(), answer.message().toString());
      assertTrue(
          Poll.until(
              Deadline.in(READY),
              () -> rig.helpers().stream().allMatch(ExpectedProviderTests::isReady)),
          "not every helper got ready within " + READY);

      assertEquals(List.of("run"), lines("runs"));
      assertEquals(List.of("used"), lines("uses"));
      rig.assertCalm();
    }
  }
}
