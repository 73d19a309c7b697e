package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a script runs has become root's, as with sudo(8), and may not be signalled by the server's
 * user.
 */
@Needs("setpriv")
class PrivilegedChildTests {
  private static final String ROOT = " --reuid 0 --regid 0 --clear-groups ";

  /** In which what cannot be removed is tried again twice. */
  private static final Duration AGAIN = Duration.ofMillis(2500);

  @TempDir Path folder;

  private Path sudo;

  @BeforeEach
  void makeProgram() {
    sudo = folder.resolve("as-root");
    Sh.run(
        "cp \"$(command -v setpriv)\" $2 && chmod 4755 $2 && chmod 755 $1",
        folder.toString(),
        sudo.toString());
  }

  @Test
  void
      a_script_that_becomes_root_has_its_result_and_what_it_leaves_costs_a_helper_and_keeps_nobody_from_the_end() {
    try (Rig rig = start()) {
      assertEquals("done\n", rig.client().callTool("becomes", "{}").text());
      assertEquals("done\n", rig.client().callTool("becomes", "{}").text());
      rig.assertCalm();
      for (int call = 0; call < Size.repeat(1, 2); call++) {
        assertIsSaidOnce(rig, Path.of(rig.client().callTool("makes", "{}").text().strip()));
      }
      rig.assertCalm();
      assertKeepsNobodyElseFromItsEnd(rig);
    }
  }

  private static void assertIsSaidOnce(Rig rig, Path made) {
    Path room = made.getParent().getParent();
    assertTrue(
        Poll.until(Deadline.in(McpClient.PATIENCE), () -> isEndedByAJob(rig, room)),
        rig.process().stderr().text());
    try {
      assertFalse(
          Poll.until(Deadline.in(AGAIN), () -> said(rig, room + " cannot be removed") > 1),
          rig.process().stderr().text());
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
    } finally {
      Sh.run("rm -rf $1", room.toString());
    }
  }

  /** Nor the server from its own. */
  private static void assertKeepsNobodyElseFromItsEnd(Rig rig) {
    int pid = Integer.parseInt(rig.client().callTool("leaves", "{}").text().strip());
    try {
      rig.process().stderr().assertSays("process " + pid);
      rig.process().stderr().assertSays("runs as another user");
      Job job = rig.send("leaves-a-daemon");
      rig.client().await(job.id(), McpClient.PATIENCE);
      rig.assertGone(job, McpClient.PATIENCE);
      assertTrue(Proc.read(pid).isPresent(), "the control shows nothing: it could be ended");
      rig.process().closeStdin();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
    } finally {
      Signal.KILL.to(pid);
    }
  }

  /** The end of a job is its helper's if something of one before could not be removed. */
  private static boolean isEndedByAJob(Rig rig, Path room) {
    rig.client().complete(Rig.FAST, "query", "");
    return said(rig, room + " cannot be removed") > 0;
  }

  private static long said(Rig rig, String words) {
    return rig.process().stderr().text().lines().filter(line -> line.contains(words)).count();
  }

  private Rig start() {
    return Rig.start(
            this::project,
            launcher -> Nobody.starts(launcher.workers(1, 2).with("--isolation", "group")))
        .settled();
  }

  private void project(ProjectFixture project) {
    project
        .tool("becomes", "exec " + sudo + ROOT + "/bin/echo done\n")
        .tool(
            "makes",
            sudo + ROOT + "/bin/mkdir -p \"$TMPDIR/theirs/deep\" && echo \"$TMPDIR/theirs\"\n")
        .tool(
            "leaves",
            sudo
                + ROOT
                + "sleep "
                + Scripts.SLEEP_SECONDS
                + " </dev/null >/dev/null 2>&1 &\n"
                // From then on it may not be signalled; with hidepid=2 its script sees nothing of
                // it.
                + "while kill -0 $! 2>/dev/null; do :; done\necho $!\n")
        .provider(
            "leaves-a-daemon",
            "setsid sh -c '( exec sleep "
                + Scripts.SLEEP_SECONDS
                + " </dev/null >/dev/null 2>&1 & )'\n"
                + Scripts.FAST);
  }
}
