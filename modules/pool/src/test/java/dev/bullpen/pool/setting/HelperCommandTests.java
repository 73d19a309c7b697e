package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelperCommandTests {
  @TempDir Path home;
  private HelperCommand command;

  @BeforeEach
  void a_build() throws IOException {
    Files.createDirectories(home.resolve("lib/helper"));
    build("one");
    command = HelperCommand.of(home, Optional.empty(), 64, Map.of());
  }

  private void build(String id) throws IOException {
    Files.writeString(home.resolve("lib/build-id"), id);
  }

  @AfterEach
  void no_test_of_the_product() {
    System.clearProperty(Safeguard.PROPERTY);
  }

  @Test
  void another_program_takes_the_helpers_place_for_tests_only() {
    Map<String, String> asked = Map.of(HelperCommand.STAND_IN, "/bin/false");
    assertEquals(command.argv(), HelperCommand.of(home, Optional.empty(), 64, asked).argv());

    System.setProperty(Safeguard.PROPERTY, "true");

    assertEquals(List.of("/bin/false"), HelperCommand.of(home, Optional.empty(), 64, asked).argv());
    List<String> tested = HelperCommand.of(home, Optional.empty(), 64, Map.of()).argv();
    assertTrue(tested.contains("-D" + Safeguard.PROPERTY + "=true"), tested.toString());
  }

  @Test
  void helpers_of_the_build_that_was_there_at_the_start_may_be_started() throws IOException {
    Optional<String> ours = command.build();
    assertEquals(Optional.empty(), command.objection(ours));
    build("one");
    assertEquals(Optional.empty(), command.objection(ours));
  }

  @Test
  void those_of_another_or_of_none_may_not() throws IOException {
    Optional<String> ours = command.build();
    build("two");
    assertTrue(command.objection(ours).orElseThrow().contains(home.toString()));
    Files.delete(home.resolve("lib/build-id"));
    assertTrue(command.objection(ours).orElseThrow().contains("restart the server"));
  }

  /** As when no descriptor is left to read which build it is. */
  @Test
  void those_of_an_unknown_build_may_be_tried() throws IOException {
    Optional<String> ours = command.build();
    Path id = home.resolve("lib/build-id");
    Files.delete(id);
    Files.createDirectory(id);
    assertEquals(Optional.empty(), command.objection(ours));
    Optional<String> unknown = command.build();
    Files.delete(id);
    build("one");
    assertEquals(Optional.empty(), command.objection(unknown));
  }

  @Test
  void of_another_program_nothing_is_known() {
    HelperCommand other = new HelperCommand(List.of("/bin/true"), Map.of());
    assertEquals(Optional.empty(), other.objection(other.build()));
  }
}
