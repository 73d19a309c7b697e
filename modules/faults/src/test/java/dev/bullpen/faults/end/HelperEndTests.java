package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.fixture.Climb;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A helper ends what its job has started, whatever that has done to it. */
class HelperEndTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int DESCRIPTORS = 300;

  /** Enough for a thousand processes, each of which takes three until it has ended. */
  private static final int MANY_DESCRIPTORS = 4096;

  /** Of the helper's descriptors; the rest is kept for its end. */
  private static final int NEARLY_ALL = DESCRIPTORS - 20;

  private static final String STAYS =
      """
      ProcessBuilder daemon = new ProcessBuilder(%s"sleep", "%d");
      daemon.environment().clear();
      """;

  private static final String USES_UP_DESCRIPTORS =
      STAYS.formatted("\"setsid\", ", Scripts.SLEEP_SECONDS)
          + "daemon.start();\n"
          + JavaProviders.saysStart()
          + """
          List<InputStream> open = new ArrayList<>();
          try {
            while (true) {
              open.add(new FileInputStream("/dev/null"));
            }
          } catch (IOException full) {
            Thread.sleep(600_000);
          }
          return Suggestions.of(open.size() + "");
          """;

  /** In two threads, for ever. */
  private static final String STARTS_AND_STARTS =
      STAYS.formatted("", Scripts.SLEEP_SECONDS)
          + JavaProviders.saysStart()
          + """
          Runnable starting = () -> {
            while (true) {
              try {
                daemon.start();
              } catch (IOException full) {
                Thread.yield();
              }
            }
          };
          new Thread(starting).start();
          starting.run();
          return Suggestions.of("");
          """;

  /**
   * Its child makes a file when it sees that the script has died, which takes some microseconds.
   */
  private static final String IS_MOURNED =
      Scripts.READY
          + """
          sh -c '
            while read -r _ _ _ parent _ </proc/self/stat && [ "$parent" = "$1" ]; do :; done
            : >mourned' sh $$ &
          ready
          exec sleep %d
          """
              .formatted(Scripts.SLEEP_SECONDS);

  /** What would keep a helper's reader waiting for the end of its frames. */
  private static final String HOLDS_THE_FRAMES =
      Scripts.READY
          + "ready\nexec '%s' hold $PPID 4 sh -c 'kill -9 $1; exec sleep "
          + Scripts.SLEEP_SECONDS
          + "' sh $PPID\n";

  private final AtomicReference<Path> root = new AtomicReference<>();

  private void project(ProjectFixture project) {
    root.set(project.root());
    JavaProviders.add(project, "uses-up", USES_UP_DESCRIPTORS);
    JavaProviders.add(project, "starts", STARTS_AND_STARTS);
  }

  @Needs("setsid")
  @Test
  void
      a_daemon_goes_with_a_supervisor_that_is_killed_though_no_descriptor_is_left_to_find_it_with() {
    try (Rig rig = start()) {
      long helper = JavaProviders.awaitStart(root.get(), rig.send("uses-up").token());
      File descriptors = new File("/proc/" + helper + "/fd");
      assertTrue(Poll.until(Deadline.in(PATIENCE), () -> descriptors.list().length > NEARLY_ALL));
      assertTrue(Poll.until(Deadline.in(PATIENCE), () -> hasSleeper(rig)), "no daemon");
      List<Proc> family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
    }
  }

  private static boolean hasSleeper(Rig rig) {
    return rig.family().stream().anyMatch(one -> one.name().equals("sleep"));
  }

  /** A process that is started between the guard's last scan and its kill is hit by some rounds. */
  @Test
  void what_a_provider_starts_until_the_last_moment_goes_with_a_supervisor_that_is_killed() {
    for (int round = 0; round < Size.repeat(1, 40); round++) {
      killWhileAProviderStarts("");
    }
  }

  @Test
  void a_helper_whose_provider_starts_processes_for_ever_ends_them_without_a_guard() {
    killWhileAProviderStarts("guard");
  }

  private void killWhileAProviderStarts(String off) {
    try (Rig rig = start(this::project, MANY_DESCRIPTORS, off)) {
      long helper = JavaProviders.awaitStart(root.get(), rig.send("starts").token());
      assertTrue(Poll.until(Deadline.in(PATIENCE), () -> inGroup(helper) > 10));
      List<Proc> family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
      long left =
          Poll.until(Deadline.in(Mark.slack(GONE_WITHIN)), () -> inGroup(helper) == 0)
              ? 0
              : inGroup(helper);
      if (left > 0) {
        Signal.KILL.toGroup(helper);
      }
      assertEquals(0, left, "processes are left");
    }
  }

  @Test
  void the_group_of_a_script_ends_at_once_when_the_supervisor_is_killed() {
    for (int round = 0; round < Size.repeat(1, 40); round++) {
      assertFalse(isMournedWhenSupervisorIsKilled("guard"));
    }
  }

  @Test
  void control_without_the_group_its_processes_end_one_by_one() {
    boolean mourned = false;
    for (int round = 0; round < Size.repeat(20, 40) && !mourned; round++) {
      mourned = isMournedWhenSupervisorIsKilled("guard,group");
    }
    assertTrue(mourned, "the control shows nothing");
  }

  private boolean isMournedWhenSupervisorIsKilled(String off) {
    try (Rig rig =
        start(
            project -> {
              root.set(project.root());
              project.provider("mourned", IS_MOURNED);
            },
            MANY_DESCRIPTORS,
            off)) {
      rig.begin("mourned", 1);
      List<Proc> family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
      return Files.exists(root.get().resolve("mourned"));
    }
  }

  private static long inGroup(long group) {
    return ProcessTable.now().all().stream()
        .filter(one -> one.group() == group && one.running())
        .count();
  }

  /** It may trace every process, or the server does not hide: no other script gets its frames. */
  @Needs("cc")
  @Test
  void a_script_that_kills_its_helper_and_holds_its_frames_goes_when_it_is_cancelled(
      @TempDir Path folder) {
    String holds = HOLDS_THE_FRAMES.formatted(Climb.in(folder));
    try (Rig rig = start(project -> project.provider("holds", holds), DESCRIPTORS, "")) {
      Job job = rig.begin("holds", 1);
      rig.client().cancel(job.id());
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
      rig.assertCapacity(2);
    }
  }

  private Rig start() {
    return start(this::project, DESCRIPTORS, "");
  }

  private static Rig start(Consumer<ProjectFixture> project, int descriptors, String off) {
    return Rig.start(
            project,
            launcher ->
                launcher
                    .workers(2, 2)
                    .off(off)
                    .with("--isolation", "group")
                    .by("/bin/sh", "-c", "ulimit -n " + descriptors + "; exec \"$@\"", "sh"))
        .settled();
  }
}
