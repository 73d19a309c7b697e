package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * F16, F18, F19: what a provider in Java does to its JVM costs its own call, and at most its
 * helper.
 */
class JavaProviderFaultTests {
  private static final Duration GONE = McpClient.PATIENCE;
  private static final Duration NEXT_SERVED = Duration.ofMillis(50);

  /** What costs no helper. */
  private static final String[] HARMLESS = {
    "loud",
    """
            System.out.println("{\\"jsonrpc\\":\\"2.0\\",\\"id\\":99,\\"result\\":{}}");
            System.err.println("not json");
            new FileOutputStream(FileDescriptor.out).write("raw\\n".getBytes());
            new ProcessBuilder("/bin/sh", "-c", "echo child; echo child >&2").inheritIO().start().waitFor();
            return Suggestions.of("result");
            """,
    "reads",
    "return Suggestions.of(\"\" + System.in.read());",
    "fails",
    "System.out.println(\"nearly\"); throw new IOException(\"no disk\");",
    "mute",
    """
            class Mute extends Exception {
              @Override
              public String toString() {
                throw new IllegalStateException();
              }
            }
            throw new Mute();
            """,
    "broken",
    """
            System.setOut(
                new PrintStream(OutputStream.nullOutputStream()) {
                  @Override
                  public void flush() {
                    throw new IllegalStateException();
                  }
                });
            return Suggestions.of("result");
            """,
    "state",
    "return Suggestions.of(System.getProperty(\"user.home\") + System.getProperty(\"mine\")"
        + " + Locale.getDefault() + TimeZone.getDefault().getID() + System.in.available()"
        + " + %s);".formatted(JavaProviders.PID),
    "changes",
    """
            System.setProperty("user.home", "/elsewhere");
            System.setProperty("mine", "1");
            Locale.setDefault(Locale.JAPAN);
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            System.setIn(new ByteArrayInputStream(new byte[99]));
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            return Suggestions.of("changed");
            """,
    "sets",
    """
            try {
              System.setSecurityManager(
                  new SecurityManager() {
                    @Override
                    public void checkPermission(java.security.Permission permission) {}
                  });
              return Suggestions.of("set");
            } catch (UnsupportedOperationException e) {
              return Suggestions.of("" + %s);
            }
            """
        .formatted(JavaProviders.PID)
  };

  /** Each source has a class loader of its own, of which only one can have a library. */
  private static final String LOADS =
      """
      System.load(
          Files.readAllLines(Path.of("/proc/self/maps")).stream()
              .map(line -> line.substring(line.lastIndexOf(' ') + 1))
              .filter(path -> path.matches("/.*/(libm|ld-musl)[.-][^/]*"))
              .findFirst()
              .orElseThrow());
      return Suggestions.of("" + %s); // %s
      """;

  /** What costs its helper, and nobody his result. */
  private static final String[] COSTLY = {
    "leaks",
    """
            for (int i = 0; i < 100; i++) {
              new Thread(() -> { while (true) try { Thread.sleep(1000); } catch (Exception e) { } }).start();
            }
            return Suggestions.of("" + %s);
            """
        .formatted(JavaProviders.PID),
    "loads-one",
    LOADS.formatted(JavaProviders.PID, "one"),
    "loads-two",
    LOADS.formatted(JavaProviders.PID, "two")
  };

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          project ->
              providers(
                  project, Stream.of(HARMLESS, COSTLY).flatMap(Stream::of).toArray(String[]::new)),
          launcher -> launcher.workers(1, 1));

  private static Rig start(int workers, int most, String... namesAndBodies) {
    return start(launcher -> launcher.workers(workers, most), namesAndBodies);
  }

  private static Rig start(UnaryOperator<Launcher> launcher, String... namesAndBodies) {
    return Rig.start(project -> providers(project, namesAndBodies), launcher).settled();
  }

  private static void providers(ProjectFixture project, String... namesAndBodies) {
    JavaProviders.add(project, "pid", "return Suggestions.of(\"\" + " + JavaProviders.PID + ");");
    for (int i = 0; i < namesAndBodies.length; i += 2) {
      JavaProviders.add(project, namesAndBodies[i], namesAndBodies[i + 1]);
    }
  }

  private static long pid(Rig rig) {
    Answer answer = rig.client().complete("pid", "query", "");
    assertFalse(answer.failed(), answer.message().toString());
    return Long.parseLong(answer.values().get(0));
  }

  private static void awaitGone(long pid) {
    assertTrue(
        Poll.until(Deadline.in(GONE), () -> Proc.read(pid).filter(Proc::running).isEmpty()),
        "helper %d is still there".formatted(pid));
  }

  private static void assertAllJson(Rig rig) {
    assertTrue(
        rig.process().transcript().received().stream().allMatch(line -> line.json().isPresent()),
        "not every line was JSON");
  }

  @Tag("promise")
  @Tag("F16")
  @Tag("F19")
  @Test
  void what_ends_its_jvm_fails_the_call_with_the_reason() {
    String[] deadly = {
      "oom", "List<byte[]> all = new ArrayList<>(); while (true) all.add(new byte[1 << 20]);",
      "exit-3", "System.exit(3); return null;", // that of a JVM that ends for want of memory
      "exit-0", "Runtime.getRuntime().halt(0); return null;",
      "exit-7", "System.exit(7); return null;"
    };
    int deaths = Size.repeat(3, deadly.length / 2);
    try (Rig rig = start(2, 2, deadly)) {
      pid(rig);
      for (int round = 0; round < Size.repeat(1, 50); round++) {
        for (int i = 0; i < 2 * deaths; i += 2) {
          long other =
              rig.client().send("completion/complete", Messages.completePrompt("pid", "query", ""));
          Answer answer = rig.client().complete(deadly[i], "query", "");
          assertEquals(
              deadly[i].replaceFirst("-.*", ""),
              answer.reason().orElse(""),
              answer.message().toString());
          assertFalse(rig.client().await(other, McpClient.PATIENCE).failed());
        }
      }
      rig.assertCapacity(2);
      rig.assertCalm();
    }
  }

  @Tag("F18")
  @Test
  void what_it_prints_never_reaches_the_client_and_its_result_does() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (int round = 0; round < Size.repeat(2, 100); round++) {
      Answer answer = rig.client().complete("loud", "query", "");
      assertEquals(List.of("result"), answer.values(), answer.message().toString());
    }
    assertAllJson(rig);
  }

  @Tag("F18")
  @Test
  void what_it_prints_is_told_the_operator_when_it_fails() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().complete("fails", "query", "");
    assertEquals(Optional.of("script-failed"), answer.reason(), answer.message().toString());
    assertFalse(answer.message().toString().contains("no disk"), answer.message().toString());
    rig.process().stderr().assertSays("nearly");
    rig.process().stderr().assertSays("no disk");
    assertAllJson(rig);
  }

  @Test
  void an_exception_that_cannot_say_what_it_is_is_told_the_operator_by_its_class() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().complete("mute", "query", "");
    assertEquals(Optional.of("script-failed"), answer.reason(), answer.message().toString());
    rig.process().stderr().assertSays("Mute, whose trace cannot be had");
  }

  @Test
  void a_stream_in_place_of_the_standard_output_that_cannot_be_flushed_costs_what_it_holds_only() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (int round = 0; round < 2; round++) {
      Answer answer = rig.client().complete("broken", "query", "");
      assertEquals(List.of("result"), answer.values(), answer.message().toString());
    }
  }

  @Tag("F19")
  @Test
  void what_it_changes_for_its_jvm_the_next_job_does_not_see() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<String> before = rig.client().complete("state", "query", "").values();
    assertEquals(List.of("changed"), rig.client().complete("changes", "query", "").values());
    assertEquals(before, rig.client().complete("state", "query", "").values());
  }

  @Test
  void it_finds_the_end_of_its_input_and_leaves_the_next_line_to_the_server() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    assertEquals(List.of("-1"), rig.client().complete("reads", "query", "").values());
    assertFalse(rig.client().ping().failed());
  }

  /** Who sets one could keep later jobs from whatever it likes. */
  @Tag("F19")
  @Test
  void a_security_manager_is_set_by_nobody() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String helper = Long.toString(pid(rig));
    assertEquals(List.of(helper), rig.client().complete("sets", "query", "").values());
    assertEquals(helper, Long.toString(pid(rig)));
  }

  @Tag("F19")
  @Test
  void threads_it_leaves_behind_cost_its_helper_but_not_its_result() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (int round = 0; round < Size.repeat(1, 50); round++) {
      Answer answer = rig.client().complete("leaks", "query", "");
      assertFalse(answer.failed(), answer.message().toString());
      long helper = Long.parseLong(answer.values().get(0));
      assertNotEquals(helper, pid(rig));
      awaitGone(helper);
    }
    rig.assertCalm();
  }

  /** A JVM gives it to one class loader only, and each source has its own. */
  @Test
  void a_library_with_native_code_that_another_has_loaded_is_had_from_the_next_helper() {
    assumeTrue(Files.exists(Path.of("/proc/self/maps")), "libraries are looked for in /proc");
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String helper = rig.client().complete("loads-one", "query", "").values().get(0);
    Answer answer = rig.client().complete("loads-two", "query", "");
    assertEquals(Optional.of("script-failed"), answer.reason(), answer.message().toString());
    rig.process().stderr().assertSays("already loaded in another classloader");
    Answer next = rig.client().complete("loads-two", "query", "");
    assertFalse(next.failed(), next.message().toString());
    assertNotEquals(helper, next.values().get(0));
    rig.assertCalm();
  }

  @Tag("F19")
  @Test
  void a_cancelled_tight_loop_is_gone_and_others_are_served_meanwhile() {
    try (Rig rig = start(3, 3, "loop", JavaProviders.saysStart() + "while (true) count++;")) {
      pid(rig);
      List<Duration> served = new ArrayList<>();
      List<Duration> gone = new ArrayList<>();
      for (int round = 0; round < Size.repeat(2, 200); round++) {
        String value = "loop-" + round;
        long id =
            rig.client()
                .send("completion/complete", Messages.completePrompt("loop", "query", value));
        long helper = JavaProviders.awaitStart(rig.project(), value);
        long cancelled = System.nanoTime();
        rig.client().cancel(id);
        Answer next = rig.client().complete(Rig.FAST, "query", "next");
        served.add(Duration.ofNanos(System.nanoTime() - cancelled));
        assertEquals(List.of("ok"), next.values(), next.message().toString());
        awaitGone(helper);
        gone.add(Duration.ofNanos(System.nanoTime() - cancelled));
        rig.assertCapacity(3); // the replacement is up: a start is not what is measured
        assertEquals(0, rig.client().answers(id));
      }
      Percentiles.of(gone).report("after the cancel of a tight loop, its helper gone");
      Percentiles percentiles =
          Percentiles.of(served).report("after the cancel of a tight loop, the next job answered");
      Mark.atMost("the next job after a tight loop, p99", percentiles.p99(), NEXT_SERVED);
      rig.assertCalm();
    }
  }

  @Tag("F19")
  @Test
  void who_heeds_its_cancel_keeps_its_helper_and_so_does_who_leaves_processes_which_are_ended() {
    try (Rig rig =
        start(
            // It has some milliseconds to heed its cancel, and to clean up, for which a busy
            // machine may hold it.
            launcher -> launcher.workers(1, 1).off("kill", "escalation"),
            "patient",
            JavaProviders.saysStart()
                + "while (!request.job().cancelled()) try { Thread.sleep(1000); } catch (InterruptedException e) { }"
                + "return Suggestions.of();",
            "leaves",
            """
            Process child = new ProcessBuilder("/bin/sh", "-c", "setsid sleep 1000 & sleep 1000").start();
            return Suggestions.of("" + child.pid());
            """)) {
      long helper = pid(rig);
      long id =
          rig.client()
              .send("completion/complete", Messages.completePrompt("patient", "query", "x"));
      assertEquals(helper, JavaProviders.awaitStart(rig.project(), "x"));
      rig.client().cancel(id);
      assertEquals(helper, pid(rig));
      assertEquals(0, rig.client().answers(id));
      awaitGone(Long.parseLong(rig.client().complete("leaves", "query", "").values().get(0)));
      assertEquals(helper, pid(rig));
      rig.assertCalm();
    }
  }
}
