package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which cancels count, and for what. */
class CancellationTests {
  private static final Duration SOON = McpClient.PATIENCE;

  @ParameterizedTest
  @EnumSource
  void cn_01_a_cancelled_request_is_ended_and_never_answered(Revision revision) {
    try (Rig rig =
        Rig.start(revision, project -> {}, launcher -> launcher.workers(1, 1)).settled()) {
      Job job = rig.begin(Rig.HOLD, 1);
      rig.client().cancel(job.id());
      rig.assertGone(job, SOON);
      rig.assertCalm();
      assertEquals(0, rig.client().answers(job.id()));
    }
  }

  @Test
  void cn_02_an_id_of_another_type_and_other_nonsense_cancel_nothing() {
    try (Rig rig = Rig.start(project -> {}, launcher -> launcher.workers(1, 1)).settled()) {
      Job job = rig.begin(Rig.HOLD, 1);
      for (String params :
          new String[] {
            "{'requestId':'" + job.id() + "'}",
            "{'requestId':" + job.id() + ".5}",
            "{'requestId':null}",
            "{}",
            "{'reason':'none'}",
            "{'requestId':[" + job.id() + "]}"
          }) {
        rig.process().send(Messages.notification("notifications/cancelled", Messages.json(params)));
      }
      rig.client().ping(); // all of them have been read
      assertFalse(rig.awaitGone(job, Duration.ofMillis(300)).none(), "it was cancelled");
      rig.client().cancel(job.id());
      rig.client().cancel(job.id()); // once more does no harm
      rig.assertGone(job, SOON);
      rig.client().cancel(job.id()); // nor when it is over
      rig.assertCalm();
    }
  }

  @Test
  void cn_03_the_handshake_cannot_be_cancelled() {
    try (Rig rig = Rig.start(project -> {}, launcher -> launcher.workers(1, 1)).settled()) {
      rig.client().cancel(1); // the id that initialize had
      rig.assertCalm();
    }
  }

  @Test
  void a_cancelled_request_that_still_waits_never_starts() {
    try (Rig rig = Rig.start(project -> {}, launcher -> launcher.workers(1, 1)).settled()) {
      Job running = rig.begin(Rig.HOLD, 1);
      Job waiting = rig.send(Rig.HOLD);
      Job next = rig.send(Rig.HOLD);
      rig.client().cancel(waiting.id());
      rig.client().cancel(running.id());
      rig.ready(next, 1, SOON);
      rig.client().cancel(next.id());
      rig.assertGone(next, SOON);
      rig.assertCalm();
      assertEquals(0, rig.gate().await(waiting.token(), 1, Deadline.in(Duration.ZERO)).size());
      assertEquals(0, rig.client().answers(waiting.id()));
    }
  }
}
