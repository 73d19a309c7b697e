package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F28: the server is pid 1 of a pid namespace, as in a container without an init. */
@Needs({"unshare", "setsid"})
@Tag("F28")
class PidOneTests {
  private static final int JOBS = Size.repeat(10, 1000);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration CONTROL = Duration.ofMillis(1500);

  /** Leaves a child and a daemon in a session of its own behind. */
  private static final String ORPHANS =
      "(sleep 600 >/dev/null 2>&1 &)\n(setsid sleep 600 >/dev/null 2>&1 &)\n"
          + "printf '[\"ok\"]\\n'\n";

  @BeforeEach
  void needNamespaces() {
    assumeTrue(Namespaces.pids().isPresent(), "nobody may make a pid namespace here");
  }

  @Test
  void jobs_that_leave_orphans_leave_no_zombie_and_sigterm_ends_the_server_in_time() {
    try (Rig rig = start("")) {
      orphansLeaveNoZombie(rig);
      rig.begin("held", 1);
      List<Proc> family = rig.family();
      long begun = System.nanoTime();
      Signal.TERM.to(server(rig).pid());
      assertEquals(OptionalInt.of(143), rig.process().awaitExit(Deadline.in(PATIENCE)));
      Sighting sighting = rig.assertNothing(family, PATIENCE);
      System.out.println(
          "[measured] F28 nothing left after " + Percentiles.ms(sighting.since(begun)));
      Mark.atMost("F28 from SIGTERM until nothing is left", sighting.since(begun), ENDS_WITHIN);
    }
  }

  @Test
  void nor_do_they_where_the_numbers_in_proc_are_those_of_the_namespace_around() {
    try (Rig rig = start(Namespaces.pidsOnly(), "")) {
      orphansLeaveNoZombie(rig);
    }
  }

  private static void orphansLeaveNoZombie(Rig rig) {
    for (int i = 0; i < JOBS; i++) {
      assertEquals(List.of("ok"), rig.await(rig.send("orphans")).values());
    }
    rig.begin("held", 2);
    rig.begin("held", 2);
    helpers(rig).forEach(helper -> Signal.KILL.to(helper.pid()));
    assertEquals(List.of("ok"), rig.await(rig.send(Rig.FAST)).values(), "another helper is up");
    rig.assertCalm();
  }

  @Test
  void the_dead_of_others_are_waited_for_too() {
    try (Rig rig = start("")) {
      String into = "nsenter -t $1 %s -p /bin/sh -c '(sleep 0.1 &)'";
      String server = Integer.toString(server(rig).pid());
      assumeTrue(
          Sh.succeeds(
              into.formatted("") + " || " + into.formatted("-U --preserve-credentials"), server),
          "nobody may enter the namespace");
      rig.assertCalm();
    }
  }

  @Test
  void control_without_ending_what_is_adopted_orphans_stay() {
    try (Rig rig = start("adopted,sweep,escalation")) {
      Job job = rig.begin("held", 2);
      rig.client().cancel(job.id());
      assertFalse(rig.awaitGone(job, CONTROL).none(), "the control shows nothing: all were gone");
    }
  }

  /** What the rig knows is the program that waits for the namespace's end. */
  private static Proc server(Rig rig) {
    return ProcessTable.now().children(rig.process().pid()).get(0);
  }

  private static List<Proc> helpers(Rig rig) {
    return ProcessTable.now().children(server(rig).pid()).stream()
        .filter(child -> child.name().equals("java"))
        .toList();
  }

  private static Rig start(String off) {
    return start(Namespaces.pids(), off);
  }

  private static Rig start(Optional<String> starter, String off) {
    return Rig.start(
            project -> project.provider("orphans", ORPHANS).provider("held", Scripts.DAEMON),
            launcher -> launcher.workers(2, 2).off(off).by(starter.orElseThrow().split(" ")))
        .settled();
  }
}
