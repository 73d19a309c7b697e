package dev.bullpen.pool.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bullpen.pool.folder.Claimant;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cgroups of one session by themselves, without a pool. */
@Timeout(60)
class HelperCgroupsTests {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** No process has it: the kernel's greatest is 4 194 304. */
  private static final int NO_PROCESS = 4_194_305;

  private final HelperCgroups cgroups =
      new HelperCgroups(Isolation.AUTO, "0123456789abcdef0123456789abcdef");

  @BeforeEach
  void begin() {
    try {
      Cgroup.tryBelowOwn();
    } catch (IOException e) {
      abort("no cgroups can be made here: " + e.getMessage());
    }
    cgroups.open();
  }

  @AfterEach
  void nothing_is_left() {
    Optional<Path> folder = cgroups.folder();
    cgroups.killAll(PATIENCE);
    assertTrue(cgroups.close());
    assertFalse(folder.isPresent() && Files.exists(folder.get()));
  }

  private static int start() throws PosixException {
    return Spawn.spawn(
        new SpawnRequest(
            List.of("/bin/sleep", "600"),
            EnvironmentBlock.of(Map.of()),
            Optional.empty(),
            Map.of(),
            SpawnRequest.Placement.SESSION));
  }

  private Path leaf(int helper) {
    return cgroups.folder().orElseThrow().resolve("helper-" + helper);
  }

  @Test
  void each_helper_has_its_own_and_only_its_own_is_ended_with_it() throws IOException {
    int first = start();
    int second = start();
    cgroups.take(1, first);
    cgroups.take(2, second);
    assertEquals(1, cgroups.kill(1));
    assertEquals(128 + 9, Child.await(first).shellCode());
    assertTrue(cgroups.remove(1));
    assertFalse(Files.exists(leaf(1)));
    assertEquals(Optional.empty(), Child.poll(second));
    cgroups.killAll(PATIENCE);
    assertEquals(128 + 9, Child.await(second).shellCode());
  }

  @Test
  void one_in_which_a_process_lives_is_not_removed_and_is_tried_again() throws IOException {
    int pid = start();
    cgroups.take(1, pid);
    assertFalse(cgroups.remove(1));
    assertFalse(cgroups.close());
    assertEquals(1, cgroups.kill(1));
    Child.await(pid);
    assertEquals(0, cgroups.kill(1));
    assertTrue(cgroups.remove(1));
    assertTrue(cgroups.remove(1), "what is gone");
  }

  @Test
  void the_folder_is_named_for_its_supervisor_and_shown_to_people() throws IOException {
    Path folder = cgroups.folder().orElseThrow();
    assertEquals(Cgroup.own().folder(), folder.getParent());
    String name = "bullpen-%d-".formatted(ProcessHandle.current().pid());
    // The second where a server that began at the same moment has removed the first.
    assertTrue(
        Set.of(name + "01234567", name + "89abcdef").contains(folder.getFileName().toString()),
        folder.toString());
    assertEquals("cgroup, a cgroup for each helper in " + folder, cgroups.state());
  }

  @Test
  void who_wants_groups_has_no_cgroup() throws IOException {
    HelperCgroups groups = new HelperCgroups(Isolation.GROUP, "fedcba9876543210fedcba9876543210");
    groups.open();
    assertEquals(Optional.empty(), groups.folder());
    assertEquals("group, as chosen", groups.state());
    groups.take(1, NO_PROCESS);
    assertEquals(0, groups.kill(1));
    assertTrue(groups.remove(1));
    assertTrue(groups.close());
  }

  @Test
  void a_helper_that_cannot_be_given_one_runs_without_unless_cgroups_are_wanted()
      throws IOException {
    HelperCgroups strict = new HelperCgroups(Isolation.CGROUP, "fedcba9876543210fedcba9876543210");
    strict.open();
    for (HelperCgroups each : List.of(cgroups, strict)) {
      Files.writeString(each.folder().orElseThrow().resolve("cgroup.max.descendants"), "0");
    }
    int pid = start();
    try {
      cgroups.take(1, pid);
      IOException refused = assertThrows(IOException.class, () -> strict.take(1, pid));
      assertTrue(
          refused.getMessage().startsWith("no cgroup for helper 1: no cgroup can be made in "),
          refused.getMessage());
    } finally {
      Child.signal(pid, Signal.KILL);
      Child.await(pid);
      assertTrue(strict.close());
    }
  }

  @Test
  void a_helper_that_is_dead_already_is_ignored() throws IOException {
    HelperCgroups strict = new HelperCgroups(Isolation.CGROUP, "fedcba9876543210fedcba9876543210");
    strict.open();
    strict.take(1, NO_PROCESS);
    assertTrue(strict.close());
  }

  @Test
  void of_earlier_sessions_only_unclaimed_and_empty_ones_are_removed() throws Exception {
    // Below a cgroup that no other server on this machine scans.
    Cgroup own = new Cgroup(cgroups.folder().orElseThrow());
    Cgroup empty = own.make("bullpen-1-00000001");
    empty.make("helper-1");
    Cgroup inhabited = own.make("bullpen-1-00000002");
    Cgroup claimed = own.make("bullpen-1-00000003");
    Cgroup stranger = own.make("bullpen-1-0000000g");
    int pid = start();
    inhabited.take(pid);
    Process owner = Claimant.of(claimed.folder().resolve(HelperCgroups.LOCKED));
    try {
      HelperCgroups.removeStale(own);
      assertFalse(Files.exists(empty.folder()));
      assertTrue(Files.exists(inhabited.folder()));
      assertTrue(Files.exists(claimed.folder()));
      assertTrue(Files.exists(stranger.folder()));
      assertEquals(Optional.empty(), Child.poll(pid));
      owner.destroyForcibly().waitFor();
      HelperCgroups.removeStale(own);
      assertFalse(Files.exists(claimed.folder()), "its owner is gone");
    } finally {
      owner.destroyForcibly().waitFor();
      Child.signal(pid, Signal.KILL);
      Child.await(pid);
    }
  }

  @Test
  void a_trial_whose_process_was_killed_is_removed_when_it_is_old_and_empty() throws Exception {
    Cgroup own = new Cgroup(cgroups.folder().orElseThrow());
    Cgroup young = own.make("bullpen-trial-1");
    Cgroup old = own.make("bullpen-trial-2");
    Cgroup oldToo = own.make("bullpen-trial-3-4");
    Cgroup inhabited = own.make("bullpen-trial-5");
    int pid = start();
    inhabited.take(pid);
    for (Cgroup each : List.of(old, oldToo, inhabited)) {
      Files.setLastModifiedTime(
          each.folder(), FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
    }
    try {
      HelperCgroups.removeStale(own);
      assertTrue(Files.exists(young.folder()));
      assertFalse(Files.exists(old.folder()));
      assertFalse(Files.exists(oldToo.folder()));
      assertTrue(Files.exists(inhabited.folder()));
    } finally {
      Child.signal(pid, Signal.KILL);
      Child.await(pid);
    }
  }

  @Test
  void a_session_does_not_remove_itself() {
    cgroups.removeStale();
    assertTrue(Files.exists(cgroups.folder().orElseThrow()));
  }
}
