package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F24: the JDK is moved away below a running server, as by an update, and comes back. */
@Tag("F24")
class JdkMovedTests {
  private static final int HELPERS = 2;
  private static final int CALLS = 10;
  private static final int MOST_STARTS = 10;
  private static final Duration WITHOUT = Duration.ofSeconds(Size.repeat(2, 60));
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(30);
  private static final Duration PACE = Duration.ofMillis(100);
  private static final Optional<String> BOOT = Optional.of("boot");
  private static final Pattern FAILED_START = Pattern.compile("helper \\d+ cannot be started");

  @TempDir Path folder;
  private Path jdk;

  @BeforeEach
  void copyJdk() {
    jdk = folder.resolve("jdk");
    Sh.run(
        // Never by hard links: what is written into such a copy is written into the JDK itself.
        "cp -a --reflink=auto $1 $2 2>/dev/null || { rm -rf $2; cp -a $1 $2; }",
        System.getProperty("java.home"),
        jdk.toString());
  }

  @AfterEach
  void removeCopies() {
    Sh.run("rm -rf $1/*", folder.toString());
  }

  @Test
  void warm_helpers_serve_and_who_cannot_be_replaced_says_what_to_do() throws IOException {
    try (Rig rig = start()) {
      assertReplacedWhereItStays(rig);
      Path away = folder.resolve("away");
      Files.move(jdk, away);
      for (int call = 0; call < CALLS; call++) {
        assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "q" + call).values());
        assertEquals("hello\n", rig.client().callTool("hello", "{}").text());
      }
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      assertRefusedWithAdvice(rig);
      Files.move(away, jdk);
      long back = System.nanoTime();
      assertTrue(
          Poll.until(Deadline.in(RECOVERS_WITHIN.multipliedBy(2)), () -> serves(rig)),
          rig.process().stderr().text());
      Duration took = Duration.ofNanos(System.nanoTime() - back);
      System.out.println("[measured] F24 JDK back, served after " + Percentiles.ms(took));
      Mark.atMost("F24 served after the JDK is back", took, RECOVERS_WITHIN);
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  /** The control. */
  private static void assertReplacedWhereItStays(Rig rig) {
    List<Integer> helpers = rig.awaitHelpers(HELPERS);
    rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
    assertTrue(
        Poll.until(Deadline.in(RECOVERS_WITHIN), () -> serves(rig)), rig.process().stderr().text());
    rig.assertCapacity(HELPERS);
    assertTrue(Collections.disjoint(helpers, rig.awaitHelpers(HELPERS)));
    assertFalse(FAILED_START.matcher(rig.process().stderr().text()).find());
  }

  private static void assertRefusedWithAdvice(Rig rig) {
    Deadline window = Deadline.in(WITHOUT);
    Deadline patience = Deadline.in(WITHOUT.plus(McpClient.PATIENCE));
    Answer last = rig.client().complete(Rig.FAST, "query", "");
    // The first may still have been handed to a helper whose death was not known yet.
    while (!window.passed() || !last.reason().equals(BOOT) && !patience.passed()) {
      Chance.pass(PACE);
      last = rig.client().complete(Rig.FAST, "query", "");
      assertTrue(last.failed(), last.message().toString());
    }
    assertEquals(BOOT, last.reason(), last.message().toString());
    rig.process().stderr().assertSays("restart the server");
    String log = rig.process().stderr().text();
    long starts = FAILED_START.matcher(log).results().count();
    System.out.println("[measured] F24 " + starts + " starts tried in " + WITHOUT);
    assertTrue(starts <= MOST_STARTS, starts + " starts tried: a storm\n" + log);
  }

  private static boolean serves(Rig rig) {
    Chance.pass(PACE);
    return !rig.client().complete(Rig.FAST, "query", "").failed();
  }

  private Rig start() {
    return Rig.start(
            project -> project.tool("hello", ToolScripts.HELLO),
            launcher -> launcher.workers(HELPERS, HELPERS).environment("JAVA_HOME", jdk.toString()))
        .settled();
  }
}
