package dev.bullpen.server.log;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StderrLoggerTests {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final StderrLogger logger = new StderrLogger("some.part", new StderrLog("info"));

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(said, true));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
  }

  private void awaitSaid(String text) {
    await().atMost(Duration.ofSeconds(20)).until(() -> said.toString().contains(text));
  }

  @Test
  void a_number_is_written_as_a_person_would_look_for_it() {
    logger.log(Level.WARNING, "{0} runs as {1}", "helper 1", 20490);
    awaitSaid(" warning some.part: helper 1 runs as 20490\n");
  }

  @Test
  void what_is_too_long_is_cut() {
    logger.log(Level.INFO, "a long uri: {0}", "x".repeat(1_000_000));
    awaitSaid("x... (1000012 characters)\n");
    assertTrue(said.size() < 20_000, said.size() + " bytes");
  }

  @Test
  void what_comes_without_values_is_taken_as_it_is() {
    logger.log(Level.INFO, "it's {0}");
    awaitSaid(" info some.part: it's {0}\n");
  }
}
