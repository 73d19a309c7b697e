package dev.bullpen.server.log;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StderrLoggerTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final StderrLoggers log = new StderrLoggers(Map.of());
  private final Logger logger = log.getLogger("some.part", getClass().getModule());

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(said, true));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
  }

  private void awaitSaid(String text) {
    await().atMost(LONG).until(() -> said.toString().contains(text));
  }

  @Test
  void a_number_is_written_as_a_person_would_search_for_it() {
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
  void a_process_that_ends_can_wait_for_its_earlier_lines() {
    for (int i = 0; i < 200; i++) {
      logger.log(Level.INFO, "line {0}", i);
    }
    assertTrue(log.awaitLines(LONG));
    assertTrue(said.toString().contains(" line 199\n"), said.toString());
  }

  @Test
  void who_ends_does_not_wait_for_a_reader_that_does_not_read() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch readOn = new CountDownLatch(1);
    System.setErr(new PrintStream(new Unread(blocked, readOn), true));
    logger.log(Level.INFO, "no one reads this");
    assertTrue(blocked.await(LONG.toSeconds(), TimeUnit.SECONDS));
    assertFalse(log.awaitLines(Duration.ofMillis(10)));
    readOn.countDown();
    assertTrue(log.awaitLines(LONG));
  }

  /** A pipe that is full until it is read on. */
  private static final class Unread extends OutputStream {
    private final CountDownLatch blocked;
    private final CountDownLatch readOn;

    Unread(CountDownLatch blocked, CountDownLatch readOn) {
      this.blocked = blocked;
      this.readOn = readOn;
    }

    @Override
    public void write(int one) {
      blocked.countDown();
      try {
        readOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void what_comes_without_values_is_taken_as_it_is() {
    logger.log(Level.INFO, "it's {0}");
    awaitSaid(" info some.part: it's {0}\n");
  }
}
