package dev.bullpen.helper.provider;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions of a provider, and a test that answers them as the server does. */
@Timeout(60)
class PortQuestionsTests {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path exchange;

  private Descriptor events;
  private Ports ports;

  @BeforeEach
  void open() throws Exception {
    events = Descriptor.ofNewFifo(exchange.resolve("events"));
    ports = new Ports(Map.of("MCP_PROGRESS_STREAM", exchange.resolve("events").toString()));
  }

  @AfterEach
  void close() throws Exception {
    ports.close();
    events.close();
  }

  /** A thread that asks, and the answer it gets. */
  private final class Asking {
    private final CompletableFuture<String> answered = new CompletableFuture<>();
    private final Thread thread;

    Asking(String kind, String question) {
      thread =
          new Thread(
              () -> {
                try {
                  answered.complete(ask(kind, question, LONG).orElse("nothing"));
                } catch (InterruptedException | RuntimeException e) {
                  answered.completeExceptionally(e);
                }
              },
              "asks " + question);
      thread.start();
    }

    boolean waits() {
      return thread.getState() == Thread.State.WAITING
          || thread.getState() == Thread.State.TIMED_WAITING;
    }
  }

  private Optional<String> ask(String kind, String question, Duration patience)
      throws InterruptedException {
    return ports
        .ask(kind + ".request", kind + ".response", question.getBytes(), patience)
        .map(String::new);
  }

  private String take(String kind) throws Exception {
    Path request = exchange.resolve(kind + ".request");
    await().atMost(LONG).until(() -> Files.exists(request));
    String question = Files.readString(request);
    Files.delete(request);
    return question;
  }

  private void answer(String kind, String answer) throws Exception {
    Path beside = Files.writeString(exchange.resolve("beside"), answer);
    Files.move(beside, exchange.resolve(kind + ".response"), StandardCopyOption.ATOMIC_MOVE);
    ports.wake();
  }

  @ParameterizedTest
  @ValueSource(strings = {"elicit", "sample"})
  void of_two_threads_that_ask_each_gets_its_own_answer(String other) throws Exception {
    Asking first = new Asking("elicit", "one");
    assertEquals("one", take("elicit"));
    Asking second = new Asking(other, "two");
    await().atMost(LONG).until(second::waits);
    assertFalse(Files.exists(exchange.resolve(other + ".request")), "asked beside the first");
    answer("elicit", "to one");
    assertEquals("to one", first.answered.get());
    assertEquals("two", take(other));
    answer(other, "to two");
    assertEquals("to two", second.answered.get());
  }

  @Test
  void after_one_that_was_given_up_nothing_is_asked_before_that_has_its_answer() throws Exception {
    Asking first = new Asking("elicit", "one");
    take("elicit");
    first.thread.interrupt();
    first.thread.join();
    assertTrue(
        new String(new IoBuffer().readPresent(events)).contains("\"bullpen/given-up\""),
        "the server is notified");
    Asking second = new Asking("elicit", "two");
    await().atMost(LONG).until(second::waits);
    assertFalse(Files.exists(exchange.resolve("elicit.request")), "asked too early");
    answer("elicit", "to one");
    assertEquals("two", take("elicit"));
    answer("elicit", "to two");
    assertEquals("to two", second.answered.get());
  }

  @Test
  void once_its_job_has_ended_it_reports_and_asks_nothing_in_the_next() throws Exception {
    ports.event("now".getBytes());
    ports.close();
    ports.event("late".getBytes());
    assertThrows(InterruptedException.class, () -> ask("elicit", "late", LONG));
    assertEquals("now\n", new String(new IoBuffer().readPresent(events)));
    assertEquals(List.of("events"), List.of(exchange.toFile().list()));
  }

  @Test
  void who_waits_for_an_answer_when_its_job_ends_leaves_the_one_to_the_next_alone()
      throws Exception {
    Asking asking = new Asking("elicit", "one");
    take("elicit");
    String notice =
        await()
            .atMost(LONG)
            .until(() -> new String(new IoBuffer().readPresent(events)), read -> !read.isEmpty());
    assertEquals("\n", notice);
    ports.close();
    answer("elicit", "to the next");
    assertThrows(ExecutionException.class, asking.answered::get);
    assertTrue(Files.exists(exchange.resolve("elicit.response")));
    assertEquals("", new String(new IoBuffer().readPresent(events)));
  }

  @Test
  void one_that_was_not_taken_is_removed_without_notice_to_the_server() throws Exception {
    assertEquals(Optional.empty(), ask("elicit", "one", Duration.ofMillis(1)));
    assertFalse(Files.exists(exchange.resolve("elicit.request")));
    assertEquals("\n", new String(new IoBuffer().readPresent(events)));
  }
}
