package dev.bullpen.launcher.guarantees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Spoken;
import dev.bullpen.posix.Self;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class GuaranteesCommandTests {
  private static final Set<Layer> ALL = EnumSet.allOf(Layer.class);
  private final Spoken spoken = new Spoken(false);

  private int run(Set<Layer> active, String... words) {
    GuaranteesCommand command = new GuaranteesCommand(() -> active);
    return command.run(new CommandLine(command.spec()).parseArgs(words), spoken.console());
  }

  @Test
  void where_everything_works_nothing_is_missing() {
    assertEquals(ExitCode.DONE, run(ALL));
    assertTrue(spoken.out().contains("Nothing is missing"), spoken.out());
    assertFalse(spoken.out().contains("  no "), spoken.out());
  }

  @Test
  void what_is_missing_is_named_with_what_it_means_and_what_it_needs() {
    Set<Layer> active = EnumSet.complementOf(EnumSet.of(Layer.SUB_REAPER));
    assertEquals(ExitCode.FAILED, run(active));
    assertTrue(
        spoken.out().contains("no   sub-reaper  a daemon that forks twice survives its job"),
        spoken.out());
    assertTrue(spoken.out().contains("Missing here: 1 of 6"), spoken.out());
  }

  @Test
  void programs_are_told_the_same() throws Exception {
    assertEquals(ExitCode.FAILED, run(EnumSet.of(Layer.GROUP), "--json"));
    JsonNode layers = Json.parse(spoken.out()).path("layers");
    assertEquals(Layer.values().length, layers.size());
    assertEquals("group", layers.path(0).path("layer").stringValue());
    assertTrue(layers.path(0).path("active").booleanValue());
    assertFalse(layers.path(1).path("active").booleanValue());
    assertEquals("F6", layers.path(1).path("faults").path(0).stringValue());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_probe_finds_every_layer_of_linux_and_leaves_no_process() throws Exception {
    assertEquals(ALL, Probe.active());
    assertTrue(Self.children().isEmpty(), "left: " + Self.children());
  }
}
