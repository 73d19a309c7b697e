package dev.bullpen.posix.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CgroupTests {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Goes on when a file of that name is there. */
  private static final String LEADERLESS =
      """
      #include <pthread.h>
      #include <unistd.h>
      static void *stay(void *nothing) { sleep(600); return nothing; }
      int main(int count, char **words) {
        pthread_t other;
        while (count == 2 && access(words[1], F_OK)) usleep(1000);
        if (pthread_create(&other, 0, stay, 0)) return 1;
        pthread_exit(0);
      }
      """;

  @TempDir Path folder;

  private Cgroup cgroup;

  @BeforeEach
  void make_one() {
    try {
      cgroup = Cgroup.own().make("bullpen-posix-tests-" + Self.pid() + "-" + System.nanoTime());
    } catch (IOException e) {
      abort("no cgroups can be made here: " + e.getMessage());
    }
  }

  @AfterEach
  void it_is_gone() throws IOException {
    if (cgroup != null) {
      cgroup.kill();
      assertTrue(cgroup.awaitEmpty(PATIENCE));
      cgroup.remove();
      assertFalse(Files.exists(cgroup.folder()));
    }
  }

  private static int start(String script) throws PosixException {
    return Spawn.spawn(
        new SpawnRequest(
            List.of("/bin/sh", "-c", script),
            EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
            Optional.empty(),
            Map.of(),
            SpawnRequest.Placement.SESSION));
  }

  @Test
  void its_processes_are_killed_and_no_others() throws IOException {
    int inside = start("exec sleep 600");
    int outside = start("exec sleep 600");
    cgroup.take(inside);
    assertEquals(1, cgroup.size());
    assertFalse(cgroup.awaitEmpty(Duration.ZERO));
    cgroup.kill();
    assertTrue(cgroup.awaitEmpty(PATIENCE));
    assertEquals(0, cgroup.size(), "a dead one that was not waited for");
    assertEquals(128 + 9, Child.await(inside).shellCode());
    assertEquals(Optional.empty(), Child.poll(outside));
    Child.signal(outside, Signal.KILL);
    Child.await(outside);
  }

  @Test
  void what_is_in_one_below_it_is_killed_too_and_both_are_removed() throws IOException {
    Cgroup below = cgroup.make("a b").make(".hidden");
    int inside = start("exec sleep 600");
    below.take(inside);
    assertEquals(List.of(new Cgroup(cgroup.folder().resolve("a b"))), cgroup.below());
    assertFalse(cgroup.awaitEmpty(Duration.ZERO));
    assertThrows(IOException.class, cgroup::remove);
    cgroup.kill();
    assertTrue(cgroup.awaitEmpty(PATIENCE));
    Child.await(inside);
    cgroup.remove();
    assertFalse(Files.exists(cgroup.folder()));
  }

  @Test
  void one_whose_first_thread_has_ended_is_missed_by_a_kill_and_then_killed() throws Exception {
    int inside = Spawn.spawn(Ran.request(Map.of(), leaderless().toString(), go().toString()));
    cgroup.take(inside);
    Files.createFile(go());
    Path status = Path.of("/proc", Integer.toString(inside), "status");
    await().atMost(PATIENCE).until(() -> Files.readString(status).contains("State:\tZ"));
    cgroup.kill();
    assertFalse(cgroup.awaitEmpty(Duration.ofMillis(200)), "the control shows nothing");
    cgroup.killLeaderless();
    assertTrue(cgroup.awaitEmpty(PATIENCE));
    Child.await(inside);
  }

  @Test
  void those_of_a_threaded_one_below_are_among_the_processes_of_that_above() throws IOException {
    int inside = start("exec sleep 600");
    Cgroup threaded = cgroup.make("threaded");
    cgroup.take(inside);
    Files.writeString(threaded.folder().resolve("cgroup.type"), "threaded");
    Files.writeString(threaded.folder().resolve("cgroup.threads"), Integer.toString(inside));
    assertEquals(List.of(inside), cgroup.processes());
    cgroup.killLeaderless();
    assertTrue(cgroup.awaitEmpty(PATIENCE));
    Child.await(inside);
  }

  @Test
  void where_proc_shows_other_numbers_no_process_is_killed_by_one() throws Exception {
    assertEquals(
        "inside ended: true, bystander ended: false\n", amongTwins("S", "/bin/sleep", "600"));
  }

  @Test
  void nor_is_one_whose_first_thread_has_ended_missed_there() throws Exception {
    assertEquals(
        "inside ended: true, bystander ended: false\n",
        amongTwins("Z", leaderless().toString(), go().toString()));
  }

  private Path go() {
    return folder.resolve("go");
  }

  private String amongTwins(String... words) throws Exception {
    assumeTrue(
        Ran.script("unshare --pid --fork true").status().shellCode() == 0,
        "no pid namespace can be made here");
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--pid",
                "--fork",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                KillAmongTwins.class.getName(),
                go().toString()));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor());
    return said;
  }

  /** A program whose first thread ends while another goes on. */
  private Path leaderless() throws IOException {
    assumeTrue(Ran.script("command -v cc").status().shellCode() == 0, "there is no cc here");
    Path program = folder.resolve("leaderless");
    Ran compiled = Ran.script("cc -pthread -x c -o $1 - <<'END'\n" + LEADERLESS + "END", program);
    assertEquals(0, compiled.status().shellCode());
    return program;
  }

  @Test
  void patience_ends_while_a_process_lives_there() throws IOException {
    int inside = start("exec sleep 600");
    cgroup.take(inside);
    assertFalse(cgroup.awaitEmpty(Duration.ofMillis(1)));
    cgroup.kill();
    Child.await(inside);
  }

  @Test
  void one_that_is_gone_has_no_process_and_is_killed_and_removed_without_an_error()
      throws IOException {
    cgroup.remove();
    cgroup.kill();
    assertTrue(cgroup.awaitEmpty(Duration.ZERO));
    assertEquals(List.of(), cgroup.below());
    cgroup.remove();
  }

  /** Some kernels refuse it, some do not. */
  @Test
  void who_has_died_and_was_not_waited_for_does_not_live_there_when_taken() throws IOException {
    int dead = start("exit 0");
    Child.awaitEnd(dead);
    try {
      cgroup.take(dead);
    } catch (PosixException refused) {
      assertEquals(Errno.ESRCH, refused.errno());
    }
    assertTrue(cgroup.awaitEmpty(Duration.ZERO));
    Child.await(dead);
    assertEquals(Errno.ESRCH, assertThrows(PosixException.class, () -> cgroup.take(dead)).errno());
  }

  @Test
  void none_is_made_twice_nor_where_there_are_none() throws IOException {
    cgroup.make("twice");
    assertThrows(IOException.class, () -> cgroup.make("twice"));
    Cgroup nowhere = new Cgroup(cgroup.folder().resolve("nowhere"));
    String said = assertThrows(IOException.class, () -> nowhere.make("x")).getMessage();
    assertTrue(said.startsWith("no cgroup can be made in " + nowhere.folder() + ": "), said);
  }

  @Test
  void where_they_are_threaded_they_are_of_no_use() throws IOException {
    Cgroup threaded = cgroup.make("threaded");
    Files.writeString(threaded.folder().resolve("cgroup.type"), "threaded");
    String said = assertThrows(IOException.class, () -> threaded.make("x")).getMessage();
    assertTrue(said.contains("of no use: they are domain invalid"), said);
    assertEquals(List.of(), threaded.below());
  }
}
