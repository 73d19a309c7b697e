package dev.bullpen.faults.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The client's pipes are set not to wait (O_NONBLOCK), which all share who have them open. */
@Needs("perl")
@Tag("promise")
class NonBlockingPipesTests {
  /** Sets the descriptors that its first word names, and becomes the command after that. */
  private static final String SET =
      "use Fcntl;"
          + " for my $number (split /,/, shift) {"
          + "  open(my $file, '+<&=', $number) or open($file, '<&=', $number)"
          + "    or open($file, '>&=', $number) or die $!;"
          + "  fcntl($file, F_SETFL, fcntl($file, F_GETFL, 0) | O_NONBLOCK) or die $!;"
          + " }"
          + " exec @ARGV if @ARGV;";

  /** Several times what a pipe holds. */
  private static final int LARGE = 400_000;

  private static final String PRINTS_MUCH =
      ToolScripts.READY + "ready\nhead -c " + LARGE + " /dev/zero | tr '\\000' x\n";

  @TempDir Path folder;

  static Stream<String> descriptors() {
    return Size.first(1, "0,1,2", "0", "1");
  }

  @Tag("slow")
  @Test
  void a_process_that_shares_the_pipes_may_set_them_while_the_server_runs() throws Exception {
    Path now = folder.resolve("now");
    Path done = folder.resolve("done");
    String sharer =
        "exec 5<&0; perl -e 'select(undef, undef, undef, 0.02) until -e $ARGV[0]; shift; "
            + SET.replace("'", "'\\''")
            + "' \"$0\" 0,1 <&5 && : >\"$1\" &\n"
            + "exec 5<&-; shift; exec \"$@\"";
    try (Rig rig =
        start(launcher -> launcher.by("/bin/sh", "-c", sharer, now.toString(), done.toString()))) {
      Files.createFile(now);
      assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> Files.exists(done)));
      assertServesALateClient(rig);
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
      rig.assertNothing(family, McpClient.PATIENCE);
    }
  }

  @ParameterizedTest
  @MethodSource("descriptors")
  void a_client_that_is_late_gets_every_answer_whole_and_while_one_waits_a_signal_ends_the_server(
      String descriptors) {
    try (Rig rig = start(launcher -> setting(launcher, descriptors))) {
      assertServesALateClient(rig);
      blockOutput(rig);
      List<Proc> family = rig.family();
      rig.process().signal(Signal.TERM);
      assertEquals(OptionalInt.of(143), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
      rig.assertNothing(family, McpClient.PATIENCE);
    }
  }

  /** While a large answer cannot be written a job is cancelled; then the answer comes whole. */
  private static void assertServesALateClient(Rig rig) {
    Job held = rig.begin(Rig.HOLD, 1);
    Job large = blockOutput(rig);
    rig.client().cancel(held.id());
    rig.assertGone(held, McpClient.PATIENCE);
    rig.process().resumeReading();
    assertEquals(LARGE, rig.await(large).text().length());
    assertFalse(rig.client().ping().failed());
  }

  /** A tool has printed more than the client's pipe holds. */
  private static Job blockOutput(Rig rig) {
    rig.process().pauseReading();
    Job large = rig.beginTool("much", 1);
    rig.assertGone(large, McpClient.PATIENCE);
    return large;
  }

  private static Launcher setting(Launcher launcher, String descriptors) {
    return launcher.by("perl", "-e", SET, descriptors);
  }

  private static Rig start(UnaryOperator<Launcher> starter) {
    return Rig.start(
        project -> project.tool("much", PRINTS_MUCH),
        launcher -> starter.apply(launcher.workers(2, 2)));
  }
}
