package dev.bullpen.helper.provider;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The helper's thread, which reads events, and a provider that waits until it does. */
@Timeout(60)
class PortsTests {
  /** Far more than a FIFO holds. */
  private static final byte[] LONG_LINE = new byte[256 * 1024];

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

  @TempDir Path exchange;

  private Descriptor events;
  private Ports ports;
  private Thread provider;

  @BeforeEach
  void an_event_is_being_written_that_is_not_read() throws Exception {
    events = Descriptor.ofNewFifo(exchange.resolve("events"));
    ports = new Ports(Map.of("MCP_PROGRESS_STREAM", exchange.resolve("events").toString()));
    provider = new Thread(() -> ports.event(LONG_LINE), "provider");
    provider.start();
    await().atMost(LONG_ENOUGH).until(this::isWriting);
  }

  private boolean isWriting() {
    return Arrays.stream(provider.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("writeBytes"));
  }

  @AfterEach
  void it_is_written_when_it_is_read() throws Exception {
    IoBuffer buffer = new IoBuffer();
    int read = 0;
    while (read <= LONG_LINE.length) {
      read += buffer.readPresent(events).length;
    }
    provider.join();
    ports.close();
    events.close();
  }

  @Test
  void a_cancel_does_not_wait_for_it() {
    assertFalse(ports.cancelled());
    assertTimeoutPreemptively(LONG_ENOUGH, ports::cancel);
    assertTrue(ports.cancelled());
  }

  @Test
  void the_word_that_an_answer_is_there_does_not_wait_for_it() {
    assertTimeoutPreemptively(LONG_ENOUGH, ports::wake);
  }
}
