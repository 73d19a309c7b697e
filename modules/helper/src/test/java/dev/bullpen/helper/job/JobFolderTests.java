package dev.bullpen.helper.job;

import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.Bench;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The temporary files of one job, and what the next one finds. */
@Timeout(60)
class JobFolderTests {
  @TempDir Path parent;

  private Path room;
  private Path job;

  @BeforeEach
  void make() throws IOException {
    room = PrivateFolder.make(parent.resolve("the 'room'")).path();
    job = room.resolve("job");
  }

  @AfterEach
  void no_process_is_left() throws IOException {
    assertFalse(Child.any());
  }

  private Bench helper() throws IOException {
    return new Bench(
        new Workplace(new Events(), Optional.empty(), Optional.of(new JobFolder(room))));
  }

  private String in(String script) {
    return "cd '%s' && { %s; }".formatted(job.toString().replace("'", "'\\''"), script);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  private void awaitOnlyTheEmptyFolder() throws IOException {
    await().atMost(Duration.ofSeconds(30)).until(() -> list(room).equals(List.of(job)));
    assertEquals(List.of(), list(job));
    assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(job));
  }

  @Test
  void it_is_there_from_the_start_for_its_owner_only() throws Exception {
    new JobFolder(room);
    awaitOnlyTheEmptyFolder();
    Files.createFile(job.resolve("of an earlier helper"));
    new JobFolder(room);
    awaitOnlyTheEmptyFolder();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x >file",
        "mkdir -p a/b && echo x >a/b/.hidden && chmod 0 a/b && chmod 0 a",
        "chmod 0 .",
        "chmod 777 .",
        "rmdir ../job",
        "rmdir ../job; echo file >../job",
        "rmdir ../job; ln -s / ../job",
        "mv ../job ../old-7; mkdir -m 700 ../job",
        "mkfifo pipe; ln -s /no/such dangling",
        "i=0; while [ $i -lt 300 ]; do mkdir d && cd d; : >f; i=$((i+1)); done",
      })
  void whatever_a_job_does_to_it_the_next_finds_it_empty(String script) throws Exception {
    try (Bench helper = helper()) {
      helper.script(1, in(script));
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
      helper.script(2, in("pwd; ls -A; stat -c %a ."));
      assertEquals(job + "\n700\n", output(helper.untilFree(), Frame.Stream.STDOUT));
      if (!script.contains("old-7")) {
        awaitOnlyTheEmptyFolder();
      }
    }
  }

  @Test
  void what_links_in_it_lead_to_is_not_touched() throws Exception {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path file = Files.writeString(outside.resolve("file"), "precious");
    Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("r-xr-xr-x"));
    try (Bench helper = helper()) {
      helper.script(
          1,
          in(
              "mkdir deep; ln -s '%1$s' folder; ln -s '%1$s' deep/; ln -s '%1$s/file' ."
                  .formatted(outside)));
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
      awaitOnlyTheEmptyFolder();
    }
    assertEquals("precious", Files.readString(file));
    assertEquals(
        PosixFilePermissions.fromString("r-xr-xr-x"), Files.getPosixFilePermissions(outside));
  }

  @Test
  void what_a_daemon_of_the_job_still_puts_there_is_gone_as_well() throws Exception {
    try (Bench helper = helper()) {
      helper.script(
          1,
          in(
              "setsid sh -c 'while :; do : >f$((i+=1)); done' >/dev/null 2>&1 & while ! [ -e f9 ]; do :; done"));
      assertEquals(1, only(helper.untilFree(), Frame.Clean.class).ended());
      helper.script(2, in("ls -A"));
      assertEquals("", output(helper.untilFree(), Frame.Stream.STDOUT));
      awaitOnlyTheEmptyFolder();
    }
  }

  @Test
  void the_result_comes_before_anything_is_removed_and_the_next_job_does_not_wait_for_it()
      throws Exception {
    try (Bench helper = helper()) {
      helper.script(1, in("seq 1 20000 | xargs touch"));
      List<Frame> frames = helper.untilFree();
      assertFalse(only(frames, Frame.Exited.class).clean());
      assertEquals(0, only(frames, Frame.Clean.class).ended());
      helper.script(2, in("ls -A"));
      assertEquals("", output(helper.untilFree(), Frame.Stream.STDOUT));
      awaitOnlyTheEmptyFolder();
    }
  }

  @Test
  void a_job_that_leaves_nothing_leaves_the_helper_clean_at_once() throws Exception {
    try (Bench helper = helper()) {
      helper.script(1, in("echo x >file; rm file"));
      assertTrue(only(helper.untilFree(), Frame.Exited.class).clean());
    }
  }

  @Test
  void if_it_cannot_be_had_again_the_next_job_must_not_have_it() throws Exception {
    JobFolder folder = new JobFolder(room);
    assertTrue(folder.clear());
    Files.createFile(job.resolve("file"));
    Files.move(room, parent.resolve("away"));
    assertFalse(folder.isIntact());
    assertFalse(folder.clear());
    Files.move(parent.resolve("away"), room);
    assertTrue(folder.clear());
  }
}
