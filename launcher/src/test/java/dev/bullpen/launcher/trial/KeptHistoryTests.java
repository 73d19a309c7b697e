package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.ask.Kind;
import dev.bullpen.launcher.client.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptHistoryTests {
  @TempDir Path folder;

  private static List<String> kept(String... lines) {
    return kept(Listed.lists(), lines);
  }

  private static List<String> kept(Lists lists, String... typed) {
    KeptHistory history = new KeptHistory(lists);
    for (String line : typed) {
      history.add(line);
    }
    List<String> kept = new ArrayList<>();
    history.forEach(entry -> kept.add(entry.line()));
    return kept;
  }

  @Test
  void lines_are_kept() {
    assertEquals(
        List.of("weather --city Bonn", "list tools"), kept("weather --city Bonn", "list tools"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login --api-key abc",
        "login --password=abc",
        "login --json-args '{\"token\": \"abc\"}'",
        "weather --city eyJhbGciOi.eyJzdWIi.abc",
        "weather --pin 1234", // the schema says so
      })
  void a_line_with_a_secret_is_not(String line) {
    assertEquals(List.of("help"), kept(line, "help"));
  }

  @Test
  void while_the_server_does_not_answer_no_line_with_an_argument_is_kept() {
    Lists unknown =
        new Lists(
            kind -> {
              throw new ServerException("it is silent");
            });
    unknown.of(Kind.TOOLS);

    assertEquals(
        List.of("help", "read clock://now"),
        kept(
            unknown,
            "help",
            "weather --pin 1234",
            "weather --json-args '{\"pin\": \"1234\"}'",
            "read clock://now"));
  }

  @Test
  void the_file_is_in_the_state_folder_of_its_owner_alone() throws IOException {
    Path file = KeptHistory.file(Map.of("XDG_STATE_HOME", folder + "/state")).orElseThrow();
    assertEquals(folder.resolve("state/bullpen/try-history"), file);
    KeptHistory.prepare(file);
    assertEquals("rw-------", mode(file));
    assertEquals("rwx------", mode(file.getParent()));

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    KeptHistory.prepare(file);
    assertEquals("rw-------", mode(file));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void without_a_state_folder_it_is_below_home_and_without_a_home_there_is_none() {
    assertEquals(
        Optional.of(Path.of("/home/ada/.local/state/bullpen/try-history")),
        KeptHistory.file(Map.of("HOME", "/home/ada", "XDG_STATE_HOME", "relative")));
    assertTrue(KeptHistory.file(Map.of()).isEmpty());
  }
}
