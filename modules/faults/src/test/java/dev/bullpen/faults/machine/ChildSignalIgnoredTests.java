package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who starts the server may ignore SIGCHLD: then the kernel does not keep the dead by itself. */
class ChildSignalIgnoredTests {
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(3);

  @Test
  void a_killed_helper_is_noticed_and_replaced_all_the_same() {
    try (Rig rig =
        Rig.start(
                project -> {},
                launcher ->
                    launcher
                        .workers(1, 1)
                        .by("bash", "-c", "trap '' CHLD; exec \"$BASH\" \"$@\"", "bash"))
            .settled()) {
      Job job = rig.begin(Rig.HOLD, 1);
      Signal.KILL.to(Long.parseLong(job.ready().get(0).split(" ")[1]));

      Answer answer = rig.client().await(job.id(), Mark.slack(NOTICED_WITHIN));

      assertEquals(Optional.of("killed"), answer.reason(), answer.message().toString());
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "next").values());
      rig.assertCalm();
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, McpClient.PATIENCE);
    }
  }
}
