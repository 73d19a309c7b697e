package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * F26: in a pid namespace with few pids a number is used again some hundred processes later.
 * Canaries, processes of the same user that live for a moment and lead groups of their own, get
 * numbers that scripts had just before, and none of them is ever signalled.
 */
@Needs({"unshare", "setsid", "bash"})
@Tag("F26")
@Tag("promise")
class PidReuseTests {
  private static final int JOBS = Size.repeat(250, 20_000);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration A_SCRIPT_OR_TWO = Duration.ofMillis(3);
  private static final int BY_SIGNAL = 128;

  /**
   * Room for the threads of three JVMs, which have numbers of the same kind, and some two hundred.
   */
  private static final int PIDS = 400;

  /** Tells its number, twice: to who asks, and to whoever reads the file. */
  private static final String TELLS = "echo $$ >>%s\nprintf '[\"%%s\"]\\n' $$\n";

  /** Runs a command beside canaries; how each of them ended is written to {@code $1}. */
  private static final String CANARIES =
      """
      out=$1 told=$2 rogue=$3; shift 3
      echo %d >/proc/sys/kernel/pid_max || exit 97
      canary() { while :; do setsid sleep 0.02 & wait $!; echo $? >>"$out"; done; }
      rogue() { while sleep 0.05; do while read -r p; do kill -9 -- "-$p"; done <"$told"; done; }
      for i in 1 2 3 4; do canary </dev/null >/dev/null 2>&1 & done
      if [ "$rogue" = yes ]; then rogue </dev/null >/dev/null 2>&1 & fi
      "$@"
      """
          .formatted(PIDS);

  @TempDir Path folder;

  @BeforeEach
  void needPidsOfOurOwn() throws IOException {
    assumeTrue(Namespaces.pids().isPresent(), "nobody may make a pid namespace here");
    assumeTrue(
        Namespaces.areLimitsOfPidsTheirOwn(), "pid_max is the whole host's before Linux 6.14");
    Files.createFile(told());
    Files.createFile(ends());
  }

  @Test
  void nobody_who_has_got_the_number_of_a_script_is_signalled() throws IOException {
    Chance chance = Chance.of("PidReuseTests");
    int wraps = 0;
    int last = 0;
    try (Rig rig = start("no")) {
      for (int i = 0; i < JOBS; i++) {
        Job job = rig.send("tells");
        if (chance.below(3) == 0) {
          Chance.pass(chance.between(Duration.ZERO, A_SCRIPT_OR_TWO));
          rig.client().cancel(job.id());
        } else {
          int pid = pid(rig.await(job));
          wraps += pid < last ? 1 : 0;
          last = pid;
        }
      }
      Awaitility.await().atMost(PATIENCE).until(() -> canaries().size() > JOBS / 20);
      assertEquals(List.of(), signalled());
    }
    assertTrue(wraps > JOBS / PIDS / 2, "numbers began again only " + wraps + " times");
    System.out.printf(
        "[measured] F26 %d jobs, numbers began again %d times, %d canaries, none signalled%n",
        JOBS, wraps, canaries().size());
  }

  @Tag("slow")
  @Test
  void control_whoever_signals_by_a_number_it_once_knew_hits_canaries() {
    try (Rig rig = start("yes")) {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () -> {
                rig.await(rig.send("tells"));
                return !signalled().isEmpty();
              });
    }
  }

  private static int pid(Answer answer) {
    return Integer.parseInt(answer.values().get(0));
  }

  private Path told() {
    return folder.resolve("told");
  }

  private Path ends() {
    return folder.resolve("ends");
  }

  /** How those ended that have. */
  private List<String> canaries() throws IOException {
    return Files.readAllLines(ends());
  }

  private List<String> signalled() throws IOException {
    return canaries().stream().filter(code -> Integer.parseInt(code) >= BY_SIGNAL).toList();
  }

  private Rig start(String rogue) {
    List<String> words = new ArrayList<>(List.of(Namespaces.pids().orElseThrow().split(" ")));
    words.addAll(
        List.of("bash", "-c", CANARIES, "bash", ends().toString(), told().toString(), rogue));
    return Rig.start(
            project -> project.provider("tells", TELLS.formatted(told())),
            launcher -> launcher.workers(2, 2).by(words.toArray(new String[0])))
        .settled();
  }
}
