package dev.bullpen.pool.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guard's script by itself, with a session's cgroup. */
@Timeout(60)
class GuardCgroupTests {
  @TempDir Path folder;

  private Cgroup session;

  @BeforeEach
  void make_a_cgroup() {
    try {
      session = Cgroup.own().make("bullpen-guard-tests-" + Self.pid() + "-" + System.nanoTime());
    } catch (IOException e) {
      abort("no cgroups can be made here: " + e.getMessage());
    }
  }

  private int guard(Pipe lifeLine) throws IOException {
    return GuardTests.guard(
        lifeLine, folder.resolve("desks").toString(), session.folder().toString());
  }

  private static int livingIn(Cgroup cgroup) throws IOException {
    int pid = GuardTests.spawn("exec sleep 60", Map.of(), Optional.empty());
    cgroup.take(pid);
    return pid;
  }

  @Test
  void who_lives_there_is_ended_whatever_became_of_its_marker_and_its_parent() throws IOException {
    int unmarked = livingIn(session.make("helper-1").make(".deeper still"));
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine);
    lifeLine.writing().close();
    Child.await(guard);
    assertEquals(128 + 9, Child.await(unmarked).shellCode());
    assertFalse(Files.exists(session.folder()));
  }

  @Test
  void after_bye_it_removes_what_is_empty_and_ends_no_process() throws IOException {
    Cgroup inhabited = session.make("helper-1");
    session.make("helper-2");
    int inside = livingIn(inhabited);
    Pipe lifeLine = Pipe.open();
    int guard = guard(lifeLine);
    new DescriptorOutput(lifeLine.writing()).write("bye\n".getBytes(StandardCharsets.US_ASCII));
    Child.await(guard);
    lifeLine.close();
    assertEquals(List.of(inhabited), session.below());
    assertEquals(Optional.empty(), Child.poll(inside));
    Child.signal(inside, Signal.KILL);
    Child.await(inside);
    session.remove();
  }
}
