package dev.bullpen.launcher.guarantees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Spoken;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class GuaranteesCommandTests {
  private static final Set<Probe.Layer> ALL = EnumSet.allOf(Probe.Layer.class);
  private final Spoken spoken = new Spoken(false);

  private static List<Probe.Layer.Finding> findings(Set<Probe.Layer> active, Optional<String> why) {
    return Stream.of(Probe.Layer.values())
        .map(layer -> active.contains(layer) ? layer.works() : layer.fails(why))
        .toList();
  }

  private int run(Set<Probe.Layer> active, String... words) {
    return run(findings(active, Optional.empty()), words);
  }

  private int run(List<Probe.Layer.Finding> findings, String... words) {
    CommandLine line = new CommandLine(new GuaranteesCommand().spec());
    return GuaranteesCommand.report(findings, line.parseArgs(words), spoken.console());
  }

  @Test
  void where_everything_works_nothing_is_missing() {
    assertEquals(ExitCode.DONE, run(ALL));
    assertTrue(spoken.out().contains("Nothing is missing"), spoken.out());
    assertFalse(spoken.out().contains("  no "), spoken.out());
  }

  @Test
  void what_is_missing_is_named_with_what_it_means_and_what_it_needs() {
    Set<Probe.Layer> active = EnumSet.complementOf(EnumSet.of(Probe.Layer.SUB_REAPER));
    assertEquals(ExitCode.FAILED, run(active));
    assertTrue(
        spoken.out().contains("no   sub-reaper  a daemon that forks twice survives its job"),
        spoken.out());
    assertTrue(spoken.out().contains("Missing here: 1."), spoken.out());
  }

  @Test
  void what_is_extra_is_not_missed_but_noted_with_the_reason() {
    Set<Probe.Layer> active = EnumSet.complementOf(EnumSet.of(Probe.Layer.CGROUP));
    assertEquals(ExitCode.DONE, run(findings(active, Optional.of("permission denied"))));
    assertTrue(
        spoken.out().contains("no   cgroup      a process that has dropped its"), spoken.out());
    assertTrue(spoken.out().contains("; here permission denied (F1, F15)"), spoken.out());
    assertTrue(spoken.out().contains("Nothing is missing"), spoken.out());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_command_started_by_nohup_says_that_this_is_why_its_client_is_not_noticed()
      throws Exception {
    Process probe = java("trap '' HUP; exec \"$@\"", Found.class);
    String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(said.startsWith("PARENT: a server whose client is killed may stay"), said);
    assertTrue(said.contains("ignores SIGHUP, as nohup does"), said);
    assertTrue(probe.waitFor(20, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  @EnabledOnOs(OS.LINUX)
  void a_command_ended_by_a_signal_in_the_middle_of_a_trial_leaves_no_process(String signal)
      throws Exception {
    Process probe = java("exec \"$@\"", Halfway.class);
    try (BufferedReader said = probe.inputReader()) {
      List<ProcessHandle> trials = new ArrayList<>();
      for (int trial = 0; trial < Halfway.TRIALS; trial++) {
        trials.add(ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow());
      }
      new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(probe.pid())).start().waitFor();
      assertTrue(probe.waitFor(20, TimeUnit.SECONDS));
      for (ProcessHandle trial : trials) {
        trial.onExit().get(20, TimeUnit.SECONDS);
      }
    }
  }

  /** Stays in the middle of its trials, and prints the numbers of their processes. */
  static final class Halfway {
    static final int TRIALS = 3;

    public static void main(String[] arguments) throws Exception {
      Self.becomeSubReaper();
      Probe probe = new Probe(Pipe.open());
      Child.await(probe.start(Probe.GETS_AWAY, Map.of()));
      Self.children().forEach(System.out::println);
      System.out.println(probe.startOneThatStays());
      System.out.println(probe.startHidden());
      Thread.currentThread().join();
    }
  }

  private static Process java(String script, Class<?> main) throws IOException {
    return new ProcessBuilder(
            "/bin/sh",
            "-c",
            script,
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", ""),
            main.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Prints what the process it is run as is missing, and how it is without its client's end. */
  static final class Found {
    public static void main(String[] arguments) {
      for (Probe.Layer.Finding finding : Probe.find()) {
        if (finding.isMissing()) {
          System.out.println(finding.layer() + ": " + finding.means());
        }
      }
    }
  }

  @Test
  void programs_get_the_same() throws Exception {
    assertEquals(ExitCode.FAILED, run(EnumSet.of(Probe.Layer.GROUP), "--json"));
    JsonNode layers = Json.parse(spoken.out()).path("layers");
    assertEquals(Probe.Layer.values().length, layers.size());
    assertEquals("group", layers.path(0).path("layer").stringValue());
    assertTrue(layers.path(0).path("active").booleanValue());
    assertFalse(layers.path(1).path("active").booleanValue());
    assertFalse(layers.path(1).path("extra").booleanValue());
    assertEquals("F6", layers.path(1).path("faults").path(0).stringValue());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_probe_finds_every_layer_of_linux_and_leaves_no_process() throws Exception {
    // A test started by nohup ignores SIGHUP, and so does all that it starts: that is not the
    // host's.
    Set<Probe.Layer> ignored = Self.endsOnHangup() ? Set.of() : Set.of(Probe.Layer.PARENT);
    for (Probe.Layer.Finding finding : Probe.find()) {
      Probe.Layer layer = finding.layer();
      assertTrue(!finding.isMissing() || ignored.contains(layer), layer + ": " + finding.means());
      assertTrue(
          layer != Probe.Layer.CGROUP || finding.active() || finding.why().isPresent(),
          "the reason why there are no cgroups is missing");
    }
    assertTrue(Self.children().isEmpty(), "left: " + Self.children());
  }
}
