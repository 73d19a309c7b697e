package dev.bullpen.pool;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real helpers in cgroups. This process has a child that is not the pool's, so of what the pool
 * adopts only the marked is ended; what has no marker can be found by its cgroup alone.
 */
@Timeout(120)
@Tag("slow")
class CgroupPoolTests {
  private static final Duration PATIENCE = TestPool.LONG_ENOUGH;

  /** In which what is left would have gone, were anything to end it. */
  private static final Duration CONTROL = Duration.ofMillis(1500);

  private static final String STATE = "isolation: cgroup, a cgroup for each helper in ";

  @TempDir Path folder;

  private Optional<Integer> foreign = Optional.empty();

  @BeforeEach
  void begin() throws IOException {
    try {
      Cgroup.tryBelowOwn();
    } catch (IOException e) {
      abort("no cgroups can be made here: " + e.getMessage());
    }
    foreign =
        Optional.of(
            Spawn.spawn(
                new SpawnRequest(
                    List.of("/bin/sleep", "600"),
                    EnvironmentBlock.of(Map.of()),
                    Optional.empty(),
                    Map.of(),
                    SpawnRequest.Placement.SESSION)));
  }

  @AfterEach
  void end() throws IOException {
    if (foreign.isPresent()) {
      Child.signal(foreign.get(), Signal.KILL);
      Child.await(foreign.get());
      // Beside a child of others, the pool does not wait for a child that dies a moment after it.
      for (int adopted : Self.children()) {
        Child.signal(adopted, Signal.KILL);
        Child.awaitEnd(adopted);
        Child.reap(adopted);
      }
    }
  }

  private static TestPool start(Isolation isolation) throws IOException {
    return new TestPool(TestPool.helperCommand(), 1, 1, isolation);
  }

  private static Path session(TestPool test) {
    String line =
        test.pool().describe().stream()
            .filter(each -> each.startsWith("isolation: "))
            .findFirst()
            .orElseThrow();
    assertTrue(line.startsWith(STATE), line);
    return Path.of(line.substring(STATE.length()));
  }

  /** A daemon without descriptors, environment, session and parent of its script's. */
  private TestPool.Running runDaemon(TestPool test) {
    return test.run(
        "helper=$PPID setsid sh -c '( exec env -i /bin/sleep 600 ) <&- >&- 2>&- &"
            + " echo $helper $! >%1$s.new; mv %1$s.new %1$s'; sleep 600".formatted(pids()));
  }

  private Path pids() {
    return folder.resolve("pids");
  }

  private int pid(int which) throws IOException {
    await().atMost(PATIENCE).until(() -> Files.exists(pids()));
    return Integer.parseInt(Files.readString(pids()).strip().split(" ")[which]);
  }

  /** Whether the daemon goes when its helper is killed; then it is gone in any case. */
  private boolean daemonGoesWithItsHelper(TestPool test, Duration within) throws Exception {
    TestPool.Running running = runDaemon(test);
    int helper = pid(0);
    try (PidFd daemon = PidFd.open(pid(1)).orElseThrow()) {
      Poll poll = new Poll(1);
      poll.set(0, daemon.descriptor());
      Child.signal(helper, Signal.KILL);
      assertEquals(FailureReason.KILLED, running.failure());
      boolean gone = poll.await(within);
      daemon.signal(Signal.KILL);
      return gone;
    }
  }

  @Test
  void what_only_its_cgroup_holds_goes_with_its_helper_and_so_does_the_cgroup() throws Exception {
    Path session;
    try (TestPool test = start(Isolation.CGROUP)) {
      assertTrue(daemonGoesWithItsHelper(test, PATIENCE));
      session = session(test);
      await().atMost(PATIENCE).until(() -> !Files.exists(session.resolve("helper-1")));
      assertEquals("next\n", test.run("echo next").output());
      assertTrue(Files.exists(session.resolve("helper-2")));
    }
    assertFalse(Files.exists(session));
  }

  @Test
  void control_without_cgroups_it_survives() throws Exception {
    try (TestPool test = start(Isolation.GROUP)) {
      assertFalse(
          daemonGoesWithItsHelper(test, CONTROL), "the control shows nothing: the daemon was gone");
    }
  }

  @Test
  void what_only_its_cgroup_holds_goes_with_the_pool() throws Exception {
    try (PidFd daemon = runUntilThePoolEnds()) {
      Poll poll = new Poll(1);
      poll.set(0, daemon.descriptor());
      assertTrue(poll.await(PATIENCE));
    }
  }

  private PidFd runUntilThePoolEnds() throws IOException {
    try (TestPool test = start(Isolation.CGROUP)) {
      runDaemon(test);
      return PidFd.open(pid(1)).orElseThrow();
    }
  }

  @Test
  void scripts_live_in_their_helpers_and_those_they_make_below_are_removed_too() throws Exception {
    Path session;
    try (TestPool test = start(Isolation.AUTO)) {
      String own = test.run("grep ^0:: /proc/self/cgroup").output().strip();
      session = session(test);
      Path leaf = session.resolve("helper-1");
      assertTrue(own.endsWith("/" + session.getFileName() + "/helper-1"), own);
      TestPool.Running running =
          test.run(
              "mkdir -p %1$s/deep/er && echo $$ >%1$s/deep/er/cgroup.procs && kill -9 $PPID; sleep 600"
                  .formatted(leaf));
      assertEquals(FailureReason.KILLED, running.failure());
      await().atMost(PATIENCE).until(() -> !Files.exists(leaf));
    }
    assertFalse(Files.exists(session));
  }

  @Test
  void where_no_cgroup_can_be_had_no_helper_runs_until_one_can() throws Exception {
    try (TestPool test = start(Isolation.CGROUP)) {
      assertEquals("first\n", test.run("echo first").output());
      Path most = session(test).resolve("cgroup.max.descendants");
      Files.writeString(most, "0");
      assertEquals(FailureReason.KILLED, test.run("kill -9 $PPID; sleep 600").failure());
      TestPool.Running waiting = test.run("echo served");
      await()
          .atMost(PATIENCE)
          .until(() -> test.pool().describe().get(0).matches(".*died: .*boot.*"));
      Files.writeString(most, "max");
      JobOutcome outcome = waiting.outcome();
      if (outcome instanceof JobOutcome.Failed refused) {
        // Three tries have failed before there was room: later jobs are refused at once.
        assertEquals(FailureReason.BOOT, refused.reason());
        outcome =
            await()
                .atMost(PATIENCE)
                .until(
                    () -> test.run("echo served").outcome(),
                    JobOutcome.Completed.class::isInstance);
      }
      JobOutcome.Completed served = assertInstanceOf(JobOutcome.Completed.class, outcome);
      assertEquals("served\n", new String(served.stdout()));
    }
  }
}
