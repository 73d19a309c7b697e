package dev.bullpen.posix.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LogQueueTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** More than wait at most. */
  private static final int MANY = 1_500;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private static LogQueue queue(PrintStream errors) {
    return new LogQueue("log of a test", LogOutput.of(Map.of(), errors));
  }

  private static void add(LogQueue queue, String message) {
    queue.add(Level.INFO, "p", new LogEvent(message), Optional.empty());
  }

  @Test
  void where_nothing_reads_no_line_waits_and_those_that_were_dropped_are_counted() {
    CountDownLatch readOn = new CountDownLatch(1);
    LogQueue queue = queue(new PrintStream(new Unread(readOn), true, UTF_8));

    for (int line = 0; line < MANY; line++) {
      add(queue, "line " + line);
    }
    assertFalse(queue.awaitWritten(Duration.ofMillis(10)));
    readOn.countDown();

    await().atMost(LONG).until(() -> queue.awaitWritten(LONG)); // it was full until now
    String text = said.toString(UTF_8);
    assertTrue(text.contains(" p: line 0\n"), text);
    assertTrue(text.contains(" lines of the log were dropped: nothing reads them"), text);
  }

  @Test
  void an_error_in_writing_one_line_costs_no_other() {
    PrintStream fails =
        new PrintStream(said, true, UTF_8) {
          @Override
          public void write(byte[] bytes, int offset, int length) {
            if (new String(bytes, UTF_8).contains("two")) {
              throw new NoClassDefFoundError("overwritten");
            }
            super.write(bytes, offset, length);
          }
        };
    LogQueue queue = queue(fails);
    for (String line : new String[] {"one", "two", "three"}) {
      add(queue, line);
    }
    assertTrue(queue.awaitWritten(LONG));

    String text = said.toString(UTF_8);
    assertTrue(text.contains(" p: one\n") && text.contains(" p: three\n"), text);
    assertTrue(text.contains("1 lines of the log were dropped"), text);
  }

  @Test
  void without_a_line_there_is_nothing_to_wait_for() {
    assertTrue(queue(new PrintStream(said, true, UTF_8)).awaitWritten(Duration.ZERO));
  }

  /** Takes nothing until it is read on. */
  private final class Unread extends OutputStream {
    private final CountDownLatch readOn;

    Unread(CountDownLatch readOn) {
      this.readOn = readOn;
    }

    @Override
    public void write(int octet) {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        readOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      said.write(bytes, offset, length);
    }
  }
}
