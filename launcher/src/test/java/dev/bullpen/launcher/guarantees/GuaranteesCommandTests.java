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

  private static Findings findings(Set<Layer> active) {
    Findings findings = new Findings();
    active.forEach(findings::works);
    return findings;
  }

  private int run(Set<Layer> active, String... words) {
    return run(findings(active), words);
  }

  private int run(Findings findings, String... words) {
    GuaranteesCommand command = new GuaranteesCommand(() -> findings);
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
    assertTrue(spoken.out().contains("Missing here: 1."), spoken.out());
  }

  @Test
  void what_is_extra_is_not_missed_but_said_with_the_reason() {
    Findings findings = findings(EnumSet.complementOf(EnumSet.of(Layer.CGROUP)));
    findings.fails(Layer.CGROUP, "permission denied");
    assertEquals(ExitCode.DONE, run(findings));
    assertTrue(spoken.out().contains("no   cgroup      what has dropped its"), spoken.out());
    assertTrue(spoken.out().contains("; here permission denied (F1, F15)"), spoken.out());
    assertTrue(spoken.out().contains("Nothing is missing"), spoken.out());
  }

  @Test
  void programs_are_told_the_same() throws Exception {
    assertEquals(ExitCode.FAILED, run(EnumSet.of(Layer.GROUP), "--json"));
    JsonNode layers = Json.parse(spoken.out()).path("layers");
    assertEquals(Layer.values().length, layers.size());
    assertEquals("group", layers.path(0).path("layer").stringValue());
    assertTrue(layers.path(0).path("active").booleanValue());
    assertFalse(layers.path(1).path("active").booleanValue());
    assertFalse(layers.path(1).path("extra").booleanValue());
    assertEquals("F6", layers.path(1).path("faults").path(0).stringValue());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_probe_finds_every_layer_of_linux_and_leaves_no_process() throws Exception {
    Findings findings = Probe.find();
    assertEquals(0, findings.missing());
    assertTrue(
        findings.isActive(Layer.CGROUP) || findings.why(Layer.CGROUP).isPresent(),
        "nobody knows why there are no cgroups");
    assertTrue(Self.children().isEmpty(), "left: " + Self.children());
  }
}
