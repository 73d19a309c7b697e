package dev.bullpen.launcher.demo;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Looking at real processes; this JVM plays the server. */
@EnabledOnOs(OS.LINUX)
class ProcessesTests {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final String mark = UUID.randomUUID().toString();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (Process process : started) {
      process.getOutputStream().close();
      process.waitFor();
    }
  }

  @Test
  void marked_jobs_are_seen_and_helpers_and_strangers_are_not() throws Exception {
    Process helper = waiting(Map.of("BULLPEN_SESSION", mark));
    Process job = waiting(Map.of("BULLPEN_SESSION", mark, "BULLPEN_JOB", mark + ".1"));
    waiting(Map.of("BULLPEN_SESSION", mark + "0", "BULLPEN_JOB", mark + ".1"));

    List<ProcessHandle> jobs =
        Processes.mark(helper.pid()).isEmpty() ? Processes.jobs(mark()) : List.of();

    assertEquals(List.of(job.pid()), jobs.stream().map(ProcessHandle::pid).toList());
  }

  @Test
  void a_job_is_seen_wherever_it_has_gone() throws Exception {
    Process helper = waiting(Map.of("BULLPEN_SESSION", mark));
    assertTrue(helper.isAlive());
    Process job =
        start(
            Map.of("BULLPEN_SESSION", mark, "BULLPEN_JOB", mark + ".1"),
            "setsid sh -c 'sleep 30 & echo $!' </dev/null");
    String daemon = job.inputReader().readLine();
    started.remove(job);
    try {
      assertEquals(
          List.of(Long.parseLong(daemon)),
          Processes.awaitJobs(mark(), 1, LIMIT).stream().map(ProcessHandle::pid).toList());
    } finally {
      ProcessHandle.of(Long.parseLong(daemon)).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void fewer_than_wanted_are_told_when_the_time_is_over() throws Exception {
    waiting(Map.of("BULLPEN_SESSION", mark, "BULLPEN_JOB", mark + ".1"));

    assertEquals(1, Processes.awaitJobs(mark(), 2, Duration.ofMillis(1)).size());
  }

  @Test
  void a_server_without_marked_children_has_no_mark() {
    assertTrue(Processes.mark(Long.MAX_VALUE).isEmpty());
  }

  @Test
  void a_family_is_everybody_below() throws Exception {
    Process parent = start(Map.of(), "sleep 30 & echo $!; read word; kill $!; wait");
    long child = Long.parseLong(parent.inputReader().readLine());

    List<Long> family = Processes.family(parent.pid()).stream().map(ProcessHandle::pid).toList();

    assertEquals(parent.pid(), family.get(0));
    assertTrue(family.contains(child));
    assertFalse(family.contains(ProcessHandle.current().pid()));
  }

  @Test
  void waiting_for_the_end_returns_when_it_comes() throws Exception {
    Process process = waiting(Map.of());
    List<ProcessHandle> these = List.of(process.toHandle());

    assertEquals(these, Processes.awaitEnd(these, Duration.ofMillis(1)));
    process.getOutputStream().close();
    assertEquals(List.of(), Processes.awaitEnd(these, LIMIT));
  }

  @Test
  void a_command_is_shown_with_all_its_letters() throws Exception {
    // Told by printf, for a JVM that runs this test in a locale without the letter.
    Process process =
        start(Map.of(), "exec sh -c 'echo up; read word' \"in st$(printf '\\303\\244')ll\"");
    process.inputReader().readLine();

    String command = Processes.command(process.toHandle());

    assertTrue(command.endsWith(" in st\u00e4ll"), command);
  }

  private String mark() {
    return await()
        .atMost(LIMIT)
        .until(() -> Processes.mark(ProcessHandle.current().pid()), Optional::isPresent)
        .orElseThrow();
  }

  /** A process that ends with its input. */
  private Process waiting(Map<String, String> environment) throws IOException {
    Process process = start(environment, "echo up; read word");
    process.inputReader().readLine();
    return process;
  }

  private Process start(Map<String, String> environment, String script) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script);
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }
}
