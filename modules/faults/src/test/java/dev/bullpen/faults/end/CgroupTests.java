package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code --isolation cgroup}: a daemon that has dropped its descriptors, its environment, its
 * session and its parent is ended where nothing else can find it.
 */
@Needs("setsid")
@Tag("promise")
class CgroupTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

  /** In which what is left would have gone, were anything to end it. */
  private static final Duration CONTROL = Duration.ofSeconds(1);

  /** Says its own pid at the gate, then has nothing any more by which it could be known. */
  private static final String DAEMON =
      "echo \"$0 $$\" >\"$1\"; exec sleep " + Scripts.SLEEP_SECONDS + " <&- >&- 2>&-";

  /** Two lines at the gate: of the daemon, and of the script, which says its helper. */
  private static final String ESCAPING =
      Scripts.READY
          + "daemon='"
          + DAEMON
          + "' setsid sh -c '( exec env -i \"PATH=$PATH\" sh -c \"$daemon\""
          + " \"$MCP_COMPLETION_QUERY daemon\" \"$MCP_TEST_GATE\" ) & exit 0' </dev/null >/dev/null 2>&1\n"
          + "ready helper $PPID\nexec sleep "
          + Scripts.SLEEP_SECONDS
          + "\n";

  /** The server has a child that is not its own doing, so it ends of what it adopts the marked. */
  private static final String[] WITH_A_CHILD = {
    "/bin/sh", "-c", "sleep " + Scripts.SLEEP_SECONDS + " & exec \"$@\"", "sh"
  };

  @BeforeEach
  void need_cgroups() {
    assumeTrue(
        Cgroups.mount().isPresent(),
        "nobody may make cgroups of version 2 with a cgroup.kill (Linux 5.14) here");
  }

  @Tag("F1")
  @Tag("F15")
  @Test
  void it_goes_with_its_helper_and_with_helper_and_server_together_and_so_do_the_cgroups() {
    try (Rig rig = start("cgroup", launcher -> launcher.by(WITH_A_CHILD))) {
      Escaped first = Escaped.begin(rig);
      Path leaf = Cgroups.of(first.daemon.pid());
      Path session = leaf.getParent();
      assertEquals(Cgroups.of(rig.process().pid()), session.getParent());
      Signal.KILL.to(first.helper);
      assertTrue(first.goesWithin(GONE_WITHIN), "it has survived its helper: " + first.daemon);
      assertTrue(Cgroups.goes(leaf), leaf + " is left");

      Escaped second = Escaped.begin(rig);
      assertEquals(session, Cgroups.of(second.daemon.pid()).getParent());
      killTogether(rig, second);
      assertTrue(second.goesWithin(GONE_WITHIN), "it has survived both: " + second.daemon);
      assertTrue(Cgroups.goes(session), session + " is left");
    }
  }

  @Tag("slow")
  @Tag("F1")
  @Tag("F15")
  @Test
  void control_without_cgroups_it_survives() {
    try (Rig rig = start("group", launcher -> launcher.by(WITH_A_CHILD))) {
      Escaped first = Escaped.begin(rig);
      Signal.KILL.to(first.helper);
      assertTrue(first.survives(CONTROL), "the control shows nothing: it went with its helper");

      Escaped second = Escaped.begin(rig);
      killTogether(rig, second);
      assertTrue(second.survives(CONTROL), "the control shows nothing: it went with both");
    }
  }

  @Tag("slow")
  @Test
  void what_a_server_killed_with_its_guard_leaves_is_removed_by_the_next() {
    Path session;
    try (Rig rig = start("cgroup", launcher -> launcher.off("guard"))) {
      session = Cgroups.of(rig.helpers().get(0).pid()).getParent();
      List<Proc> family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, GONE_WITHIN);
    }
    try (Rig next = start("auto", launcher -> launcher)) {
      assertTrue(Cgroups.goes(session), session + " is left");
      assertNotEquals(
          Cgroups.of(next.process().pid()), Cgroups.of(next.helpers().get(0).pid()), "no cgroup");
    }
  }

  @Test
  void where_none_can_be_made_a_server_that_insists_does_not_start_and_says_what_to_do() {
    String mounts = Namespaces.mounts().orElse("");
    assumeTrue(!mounts.isEmpty(), "nobody may mount anything here");
    String mount = Cgroups.mount().orElseThrow().toString();
    String[] readOnly = {"/bin/sh", "-c", "mount -o remount,bind,ro \"$0\" && exec \"$@\"", mount};
    assumeTrue(
        Sh.succeeds(mounts + " /bin/sh -c 'mount -o remount,bind,ro \"$0\"' \"$1\"", mount),
        mount + " cannot be made read-only here");
    Launcher launcher =
        Launcher.packaged().with("--isolation", "cgroup").by(readOnly).by(mounts.split(" "));
    try (McpProcess process = launcher.start()) {
      assertEquals(OptionalInt.of(2), process.awaitExit(Deadline.in(GONE_WITHIN)));
      process
          .stderr()
          .assertSays("--isolation is \"cgroup\", but no cgroup can be made in " + mount);
      process.stderr().assertSays("Use auto or group");
    }
  }

  /** As if in one moment: who is stopped does nothing in between. */
  private static void killTogether(Rig rig, Escaped escaped) {
    rig.process().signal(Signal.STOP);
    Signal.KILL.to(escaped.helper);
    assertTrue(
        Poll.until(
            Deadline.in(GONE_WITHIN),
            () -> Proc.read(escaped.helper).filter(Proc::running).isEmpty()));
    rig.process().signal(Signal.KILL);
  }

  /** The daemon of a job, and the helper it came from. */
  private record Escaped(Proc daemon, long helper) {
    static Escaped begin(Rig rig) {
      Job job = rig.begin("escaping", 2);
      return new Escaped(Proc.read(told(job, "daemon ")).orElseThrow(), told(job, "helper "));
    }

    private static long told(Job job, String word) {
      return job.ready().stream()
          .filter(line -> line.startsWith(word))
          .map(line -> Long.parseLong(line.substring(word.length())))
          .findFirst()
          .orElseThrow();
    }

    boolean goesWithin(Duration patience) {
      return Poll.until(Deadline.in(patience), () -> !daemon.stillRuns());
    }

    /** Whether it outlives that time; then it is ended, for nobody else will. */
    boolean survives(Duration time) {
      boolean survived = !goesWithin(time);
      if (daemon.stillRuns()) {
        Signal.KILL.to(daemon.pid());
      }
      return survived;
    }
  }

  private static Rig start(String isolation, UnaryOperator<Launcher> launcher) {
    return Rig.start(
        project -> project.provider("escaping", ESCAPING),
        usual -> launcher.apply(usual.workers(1, 1).with("--isolation", isolation)));
  }

  /** Cgroups of version 2 as somebody outside sees them. */
  private static final class Cgroups {

    private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

    private Cgroups() {}

    /** Where all of them are; empty if nobody may make any there that can be killed. */
    static Optional<Path> mount() {
      try {
        for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
          String[] words = line.split(" ");
          if (words[2].equals("cgroup2") && canBeMadeIn(below(Path.of(words[1]), "self"))) {
            return Optional.of(Path.of(words[1]));
          }
        }
        return Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    private static boolean canBeMadeIn(Path folder) {
      return Sh.succeeds(
          "mkdir \"$1\" || exit; test -e \"$1/cgroup.kill\"; r=$?; rmdir \"$1\"; exit $r",
          folder.resolve("bullpen-faults-" + ProcessHandle.current().pid()).toString());
    }

    /** The folder of a process's own. */
    static Path of(long pid) {
      try {
        return below(mount().orElseThrow(), Long.toString(pid));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Path below(Path mount, String process) throws IOException {
      String line =
          Files.readAllLines(Path.of("/proc", process, "cgroup")).stream()
              .filter(each -> each.startsWith("0::"))
              .findFirst()
              .orElseThrow(() -> new IOException("no cgroup of version 2"));
      return mount.resolve(line.substring("0::/".length()));
    }

    /** Whether a folder goes, in its own time. */
    static boolean goes(Path folder) {
      return Poll.until(Deadline.in(GONE_WITHIN), () -> !Files.exists(folder));
    }
  }
}
