package dev.bullpen.pool;

import static dev.bullpen.pool.ExchangeFolderTests.DESK;
import static dev.bullpen.pool.ExchangeFolderTests.SECOND;
import static dev.bullpen.pool.ExchangeFolderTests.TEMPORARY;
import static dev.bullpen.pool.ExchangeFolderTests.list;
import static dev.bullpen.pool.ExchangeFolderTests.waitFor;
import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.wire.ExchangeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that exchange events and files with their scripts in one helper, one after another. */
@Timeout(120)
@Tag("slow")
class JobDeskTests {
  private static Path temporary;
  private static TestPool pool;

  @TempDir Path folder;

  @BeforeAll
  static void open(@TempDir Path parent) throws IOException {
    temporary = Files.createDirectory(parent.resolve("temporary files"));
    HelperCommand command = ExchangeFolderTests.command(temporary);
    pool = new TestPool(command, TestPool.ENDLESS);
  }

  @AfterAll
  static void nothing_is_left_running_or_on_the_disk() throws IOException {
    int started = pool.pool().view().started();
    pool.close();
    TestPool.assertNoChildren();
    assertEquals(1, started, "all ran in one helper");
    assertEquals(List.of(), list(temporary));
  }

  @Test
  void events_come_as_they_are_written_then_what_it_leaves_and_then_its_end() throws Exception {
    Path heard = folder.resolve("heard");
    TestPool.Log log =
        pool.report(
            "echo one >>$EVENTS; " + waitFor(heard) + "echo no >$ERROR; echo two >>$EVENTS; echo x",
            DESK);
    assertEquals("event one", log.next());
    Files.createFile(heard);
    assertEquals("event two", log.next());
    assertEquals("note error no", log.next());
    assertEquals("completed x", log.next());
    assertTrue(log.isSilent());
  }

  @Test
  void a_file_is_there_from_the_start_however_long_it_is() throws Exception {
    byte[] args = new byte[8 * 1024 * 1024];
    JobRequest.Exchange desk =
        new JobRequest.Exchange(
            new ExchangeFiles(Map.of("args.json", args), List.of(), List.of()),
            Map.of("ARGS", "args.json"));
    assertEquals("completed " + args.length, pool.report("wc -c <$ARGS", desk).next());
  }

  @Test
  void a_question_is_put_and_its_answer_reaches_the_script() throws Exception {
    TestPool.Log log =
        pool.report(
            "echo how >$ASK.new; mv \"$ASK.new\" \"$ASK\"; echo >>$EVENTS;"
                + " while ! [ -e \"$ANSWER\" ]; do sleep 0.01; done; cat \"$ANSWER\"",
            DESK);
    // It is polled, and so may be found before the event is.
    assertEquals(Set.of("event ", "note ask how"), Set.of(log.next(), log.next()));
    log.job().put("answer", "so".getBytes());
    assertEquals("completed so", log.next());
    log.job().put("answer", "late".getBytes());
    assertEquals("completed none", pool.report("[ -e \"$ANSWER\" ] || echo none", DESK).next());
  }

  @Test
  void an_answer_that_is_too_long_for_a_helper_is_refused_and_another_may_follow()
      throws Exception {
    TestPool.Log log =
        pool.report(
            "echo how >$ASK.new; mv \"$ASK.new\" \"$ASK\";"
                + " while ! [ -e \"$ANSWER\" ]; do sleep 0.01; done; cat \"$ANSWER\"",
            DESK);
    assertEquals("note ask how", log.next());
    int most = Math.toIntExact(TestPool.helperCommand().maxJobBytes());
    assertFalse(log.job().put("answer", new byte[most + 1]));
    assertTrue(log.job().put("answer", "short".getBytes()));
    assertEquals("completed short", log.next());
  }

  @Test
  void each_job_has_the_desk_for_itself() throws Exception {
    assertEquals("completed", pool.report("touch \"$ASK.x\" \"$ANSWER\"", DESK).next());
    assertEquals("completed events", pool.report("ls \"$(dirname \"$EVENTS\")\"", DESK).next());
  }

  @Test
  void after_a_cancel_nothing_is_reported_however_much_the_script_still_writes() throws Exception {
    Path said = folder.resolve("said");
    TestPool.Log log =
        pool.report(
            "trap 'echo bye >>$EVENTS; echo bye >$ERROR; : >%s; exit' TERM;"
                    .formatted("'" + said + "'")
                + " echo ready >>$EVENTS; while :; do sleep 0.01; done",
            DESK,
            LONG_ENOUGH,
            LONG_ENOUGH);
    assertEquals("event ready", log.next());
    assertTrue(log.job().cancel());
    await().atMost(LONG_ENOUGH).until(() -> Files.exists(said));
    assertEquals("completed next", pool.report("echo next", DESK).next());
    assertTrue(log.isSilent());
  }

  @Test
  void a_job_that_is_extended_has_its_time_again() throws Exception {
    Path go = folder.resolve("go");
    TestPool.Log log = pool.report("echo >>$EVENTS; " + waitFor(go) + "echo x", DESK);
    log.next();
    Duration before = SECOND.multipliedBy(3);
    log.job().extend(before, LONG_ENOUGH);
    log.job().extend(LONG_ENOUGH, LONG_ENOUGH);
    long begun = System.nanoTime();
    await().atMost(LONG_ENOUGH).until(() -> System.nanoTime() - begun > before.toNanos());
    assertTrue(log.isSilent());
    Files.createFile(go);
    assertEquals("completed x", log.next());
  }

  @Test
  void each_job_has_a_temporary_folder_that_is_empty_again_for_the_next() throws Exception {
    Path first = Path.of(pool.run(TEMPORARY + "echo x >$TMPDIR/file").output().strip());
    assertEquals(list(temporary).get(0).resolve("tmp-1/job"), first);
    assertEquals("", pool.run("ls -A \"$TMPDIR\"").output());
    assertEquals("completed " + first, pool.report(TEMPORARY + "ls -A \"$TMPDIR\"", DESK).next());
  }

  @Test
  void nobody_else_can_look_at_a_desk() throws Exception {
    Path entered = folder.resolve("entered");
    TestPool.Log log = pool.report("echo >>$EVENTS; " + waitFor(entered), DESK);
    log.next();
    Path session = list(temporary).get(0);
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(session));
    Path desk = session.resolve("helper-1");
    assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(desk));
    Files.createFile(entered);
    log.next();
  }
}
