package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.wire.ExchangeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that exchange events and files with their scripts, run by real helpers. */
@Timeout(120)
@Tag("slow")
class ExchangeFolderTests {
  private static final Map<String, String> VARIABLES =
      Map.of("EVENTS", "events", "ASK", "ask", "ANSWER", "answer", "ERROR", "error");
  static final JobRequest.Exchange DESK =
      new JobRequest.Exchange(
          new ExchangeFiles(Map.of(), List.of("ask"), List.of("error")), VARIABLES);

  private static final ExchangeFiles NOTHING = new ExchangeFiles(Map.of(), List.of(), List.of());

  /** A second is an age for a process that only waits for a file. */
  static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path folder;

  private Path temporary;
  private TestPool pool;

  @BeforeEach
  void open() throws IOException {
    temporary = Files.createDirectory(folder.resolve("temporary files"));
    pool = new TestPool(command(temporary), 1, 1);
  }

  static HelperCommand command(Path temporary) {
    HelperCommand command = TestPool.helperCommand();
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.put("TMPDIR", temporary.toString());
    return new HelperCommand(command.argv(), environment);
  }

  @AfterEach
  void nothing_is_left_running_or_on_the_disk() throws IOException {
    pool.close();
    assertFalse(Child.any());
    assertEquals(List.of(), list(temporary));
  }

  static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  /** At once, for what makes files there meanwhile would stand in the way of a removal. */
  private void clearAway(Path session) throws IOException {
    Path away = folder.resolve("cleared away");
    Files.move(session, away);
    new PrivateFolder(away).remove();
  }

  private Path gate(String name) {
    return folder.resolve(name);
  }

  static String waitFor(Path gate) {
    return "while ! [ -e '%s' ]; do sleep 0.01; done; ".formatted(gate);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 30_000})
  void a_job_that_is_over_its_time_tells_what_it_had_written(long graceMillis) throws Exception {
    Path go = gate("go");
    try (TestPool patient = new TestPool(command(temporary), TestPool.ENDLESS)) {
      TestPool.Log log =
          patient.report(
              "trap '' TERM; echo half; echo why >&2; echo >>$EVENTS; " + waitFor(go),
              DESK,
              LONG_ENOUGH,
              Duration.ofMillis(graceMillis));
      assertEquals("event ", log.next());
      log.job().extend(Duration.ZERO, LONG_ENOUGH);
      assertEquals("failed TIMEOUT why", log.next());
      assertFalse(log.job().cancel(), "it has had its answer");
      Files.createFile(go);
    }
  }

  @Test
  void a_job_whose_helper_hangs_still_fails_with_a_timeout() throws Exception {
    Path helper = gate("helper");
    TestPool.Log log =
        pool.report(
            "echo half; echo $PPID >'%1$s.new'; mv '%1$s.new' '%1$s'; kill -STOP $PPID; sleep 60"
                .formatted(helper),
            DESK);
    await().atMost(LONG_ENOUGH).until(() -> Files.exists(helper));
    TestPool.awaitStopped(Integer.parseInt(Files.readString(helper).strip()));
    log.job().extend(Duration.ZERO, LONG_ENOUGH);
    assertEquals("failed TIMEOUT", log.next());
    assertEquals("completed next", pool.report("echo next", DESK).next());
    assertTrue(log.isSilent());
  }

  @Tag("slow")
  @Test
  void a_job_that_is_paused_is_not_over_before_it_is_resumed() throws Exception {
    TestPool.Log log = pool.report("echo >>$EVENTS; exec sleep 60", DESK);
    log.next();
    log.job().extend(SECOND, LONG_ENOUGH);
    log.job().pause();
    long begun = System.nanoTime();
    await()
        .atMost(LONG_ENOUGH)
        .until(() -> System.nanoTime() - begun > SECOND.multipliedBy(2).toNanos());
    assertTrue(log.isSilent());
    log.job().resume();
    assertEquals("failed TIMEOUT", log.next());
  }

  @Test
  void the_desk_of_a_helper_that_dies_is_removed_and_the_next_has_its_own() throws Exception {
    assertEquals("failed KILLED", pool.report("touch \"$ASK.x\"; kill -9 $PPID", DESK).next());
    assertEquals("completed events", pool.report("ls \"$(dirname \"$EVENTS\")\"", DESK).next());
    Path session = list(temporary).get(0);
    await()
        .atMost(LONG_ENOUGH)
        .until(
            () ->
                Set.copyOf(list(session))
                    .equals(
                        Set.of(
                            session.resolve("owner"),
                            session.resolve("helper-2"),
                            session.resolve("tmp-2"))));
  }

  static final String TEMPORARY = "echo \"$TMPDIR\"; ";

  @Test
  void two_jobs_at_once_have_different_temporary_folders() throws Exception {
    try (TestPool two = new TestPool(command(temporary), 2, 2)) {
      Path go = gate("go");
      TestPool.Log first = two.report(TEMPORARY + "echo >>$EVENTS; " + waitFor(go), DESK);
      first.next();
      String second = two.run(TEMPORARY).output().strip();
      Files.createFile(go);
      String other = first.next();
      assertTrue(other.startsWith("completed " + temporary), other);
      assertTrue(second.startsWith(temporary.toString()), second);
      assertFalse(other.endsWith(second), second);
    }
  }

  @Test
  void with_shared_temporary_folders_a_job_keeps_what_it_was_given() throws Exception {
    HelperCommand own = command(temporary);
    Map<String, String> environment = new HashMap<>(own.environment());
    environment.put("BULLPEN_JOB_TMPDIR", "shared");
    try (TestPool shared = new TestPool(new HelperCommand(own.argv(), environment), 1, 1)) {
      assertEquals("none\n", shared.run("echo \"${TMPDIR-none}\"").output());
    }
  }

  @Test
  void a_script_that_makes_the_temporary_folder_useless_costs_only_its_helper() throws Exception {
    assertEquals("x\n", pool.run("echo x; rm -rf \"$(dirname \"$TMPDIR\")\"").output());
    assertEquals(
        "%s\n".formatted(list(temporary).get(0).resolve("tmp-2/job")),
        pool.run(TEMPORARY + "ls -A \"$TMPDIR\"").output());
  }

  @Test
  void who_destroys_the_desk_costs_a_helper_and_nobody_else() throws Exception {
    assertEquals("completed", pool.report("rm -rf \"$(dirname \"$EVENTS\")\"", DESK).next());
    assertEquals("completed events", pool.report("ls \"$(dirname \"$EVENTS\")\"", DESK).next());
  }

  @Test
  void who_leaves_a_desk_that_cannot_be_cleared_costs_a_helper_and_not_the_job_behind_it()
      throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "there is no prlimit(1)");
    // Long enough for its folders to have settled: only then is a helper clean at once.
    assertEquals("completed", pool.report("sleep 0.05", DESK).next());
    TestPool.Log first =
        pool.report(
            waitFor(gate("go")) + ": >\"$ASK.x\"; prlimit --pid $PPID --nofile=8:8; echo x", DESK);
    TestPool.Log second = pool.report("ls \"$(dirname \"$EVENTS\")\"", DESK);
    Files.createFile(gate("go"));
    assertEquals("completed x", first.next());
    assertEquals("completed events", second.next());
  }

  @Test
  void without_a_place_for_desks_only_jobs_that_want_one_fail() throws Exception {
    try (TestPool homeless = new TestPool(command(tooDeep()), 1, 1)) {
      assertEquals("up\n", homeless.run("echo up").output());
      assertEquals("failed NO_EXCHANGE_FOLDER", homeless.report("echo", DESK).next());
      assertEquals("still up\n", homeless.run("echo still up").output());
    }
  }

  @Test
  void once_there_is_a_place_for_desks_helpers_that_have_none_are_replaced() throws Exception {
    Path place = Files.createDirectory(folder.resolve("place"));
    try (TestPool homeless = new TestPool(command(place), 1, 1)) {
      Files.delete(place);
      assertEquals("failed NO_EXCHANGE_FOLDER", homeless.report("echo", DESK).next());
      Files.createDirectory(place);
      awaitOutcome(homeless, "echo up", DESK, "completed up");
    }
  }

  /** The job is run again until it ends so. */
  private static void awaitOutcome(
      TestPool pool, String script, JobRequest.Exchange desk, String outcome) {
    await()
        .atMost(LONG_ENOUGH.multipliedBy(2))
        .until(() -> pool.report(script, desk).next().equals(outcome));
  }

  @Test
  void folders_that_were_removed_are_made_again() throws Exception {
    JobRequest.Exchange desk =
        new JobRequest.Exchange(
            new ExchangeFiles(Map.of("args.json", new byte[2]), List.of(), List.of()),
            Map.of("ARGS", "args.json"));
    assertEquals("completed 2", pool.report("wc -c <$ARGS", desk).next());
    clearAway(list(temporary).get(0));
    awaitOutcome(pool, "wc -c <$ARGS", desk, "completed 2");
    Path session = list(temporary).get(0);
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(session));
    assertTrue(Files.exists(session.resolve("owner")));
  }

  @Test
  void while_the_place_of_the_folders_is_gone_jobs_fail_for_that_reason() throws Exception {
    assertEquals("completed up", pool.report("echo up", DESK).next());
    JobRequest.Exchange desk =
        new JobRequest.Exchange(
            new ExchangeFiles(Map.of("args.json", new byte[2]), List.of(), List.of()),
            Map.of("ARGS", "args.json"));
    clearAway(temporary);
    assertEquals("failed NO_EXCHANGE_FOLDER", pool.report("wc -c <$ARGS", desk).next());
    Files.createDirectory(temporary);
    awaitOutcome(pool, "wc -c <$ARGS", desk, "completed 2");
  }

  @Tag("slow")
  @Test
  void a_helper_that_is_to_go_because_it_has_lost_its_desk_and_does_not_is_ended()
      throws Exception {
    Path place = Files.createDirectory(folder.resolve("place"));
    HelperCommand deaf =
        new HelperCommand(
            StandIn.shell(StandIn.HELLO + "exec sleep 600").argv(), command(place).environment());
    try (TestPool stubborn = new TestPool(deaf, KillTimes.USUAL)) {
      stubborn.pool().start();
      await().atMost(LONG_ENOUGH).until(() -> stubborn.pool().view().idle() == 1);
      clearAway(list(place).get(0));
      await().atMost(LONG_ENOUGH).until(() -> stubborn.pool().view().started() == 2);
      await().atMost(LONG_ENOUGH).until(() -> stubborn.pool().view().helpers() == 1);
      stubborn.pool().close(); // waits for the deaf no longer than it has to
    }
  }

  /** A folder in which no other fits: its path is nearly as long as paths can be (PATH_MAX). */
  private Path tooDeep() throws IOException {
    Path deep = folder;
    while (deep.toString().length() < 4096 - 40) {
      int left = 4096 - 2 - deep.toString().length();
      deep = deep.resolve("x".repeat(Math.min(200, left - 1)));
    }
    return Files.createDirectories(deep);
  }

  @Test
  void what_is_no_file_name_is_refused() {
    for (String name : List.of("", "..", "a/b", ".put")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new JobRequest.Exchange(NOTHING, Map.of("V", name)));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new ExchangeFiles(Map.of(), List.of("events"), List.of()));
  }
}
