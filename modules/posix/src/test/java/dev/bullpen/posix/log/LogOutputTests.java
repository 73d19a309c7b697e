package dev.bullpen.posix.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogOutputTests {
  private static final int LINES = 500;

  @TempDir Path folder;

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
  }

  @Test
  void lines_go_to_the_file_which_only_its_owner_may_read() throws IOException {
    Path file = folder.resolve("log");
    log(output(file), "one", "two");
    assertEquals(List.of("one", "two"), messages(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals("", said.toString(UTF_8));
  }

  @Test
  void a_file_that_was_moved_away_or_removed_is_made_anew() throws IOException {
    Path file = folder.resolve("log");
    LogOutput output = output(file);
    log(output, "one");
    Files.move(file, folder.resolve("log.1"));
    log(output, "two");
    Files.delete(file);
    log(output, "three");
    assertEquals(List.of("one"), messages(folder.resolve("log.1")));
    assertEquals(List.of("three"), messages(file));
  }

  @Test
  void a_file_that_was_truncated_goes_on_at_its_new_end() throws IOException {
    Path file = folder.resolve("log");
    LogOutput output = output(file);
    log(output, "one", "two");
    Files.writeString(file, "");
    log(output, "three");
    assertEquals(List.of("three"), messages(file));
  }

  @Test
  void a_thread_that_is_interrupted_writes_on() throws IOException {
    Path file = folder.resolve("log");
    LogOutput output = output(file);
    log(output, "one");
    Thread.currentThread().interrupt(); // closes the file
    log(output, "two");
    assertTrue(Thread.interrupted(), "the interrupt was meant for others");
    log(output, "three");
    assertEquals(List.of("one", "two", "three"), messages(file));
    assertEquals("", said.toString(UTF_8));
  }

  @Test
  void a_file_that_cannot_be_written_is_reported_once_until_it_can() throws IOException {
    Path file = folder.resolve("later/log");
    LogOutput output = output(file);
    log(output, "one", "two");
    String errors = said.toString(UTF_8);
    assertTrue(
        errors.contains("the log file " + file + " cannot be written (its folder does not exist)"),
        errors);
    assertEquals(3, errors.lines().count(), errors);
    Files.createDirectory(file.getParent());
    log(output, "three");
    assertEquals(List.of("three"), messages(file));
    assertEquals(3, said.toString(UTF_8).lines().count());
  }

  @Test
  void a_folder_in_its_place_ends_nothing() {
    log(output(folder), "one");
    assertTrue(said.toString(UTF_8).contains("p: one\n"), said.toString(UTF_8));
  }

  @Test
  void lines_of_two_that_write_at_once_stay_whole() throws Exception {
    Path file = folder.resolve("log");
    List<Thread> threads = new ArrayList<>();
    for (String text : List.of("a".repeat(3000), "b".repeat(3000))) {
      LogOutput output = output(file);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < LINES; i++) {
                  log(output, text);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(2 * LINES, messages(file).size());
    assertTrue(messages(file).stream().allMatch(line -> line.matches("a{3000}|b{3000}")));
  }

  private static LogOutput output(Path file) {
    return LogOutput.of(Map.of(LogOutput.VARIABLE, file.toString()));
  }

  private static void log(LogOutput output, String... messages) {
    for (String message : messages) {
      output.write(Instant.now(), Level.INFO, "p", new LogEvent(message), "");
    }
  }

  private static List<String> messages(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.substring(line.indexOf(" p: ") + " p: ".length()))
        .toList();
  }
}
