package dev.bullpen.server.asking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunQuestionsTests {
  private final Wire wire = Wire.reading();
  private final Timers timers = new Timers();
  private final Client client = Calls.client(wire);
  private final RunQuestions questions =
      new RunQuestions(
          Asking.of(timers, Duration.ofDays(1), new StateSeal(Duration.ofDays(1), false), 1),
          null,
          null,
          null,
          null);

  @BeforeEach
  void the_client_is_ready() {
    client.agreement().negotiate(Revision.V2025_06_18, ClientCapabilities.NONE);
    client.ready();
  }

  @AfterEach
  void end() {
    timers.close();
  }

  private void put() throws Exception {
    put(QuestionKind.ELICIT);
  }

  private void put(QuestionKind kind) throws Exception {
    questions.isPut(
        client
            .requests()
            .ask(new ServerRequest.Roots(), Revision.V2025_06_18, Duration.ofDays(1), client.out()),
        kind);
  }

  /** The ids of those that the client need not answer any more. */
  private Set<Integer> takenBack() {
    return wire.lines().stream()
        .filter(line -> line.path("method").stringValue().equals("notifications/cancelled"))
        .map(line -> line.path("params").path("requestId").intValue())
        .collect(Collectors.toSet());
  }

  @Test
  void when_the_run_ends_every_question_that_is_open_is_taken_back() throws Exception {
    put();
    put();
    questions.end();
    assertEquals(Set.of(1, 2), takenBack());
  }

  @Test
  void so_is_one_that_is_put_while_the_run_ends() throws Exception {
    put();
    questions.end();
    put();
    assertEquals(Set.of(1, 2), takenBack());
  }

  @Test
  void what_is_given_up_is_taken_back_once_and_of_its_kind_alone() throws Exception {
    put(QuestionKind.ELICIT);
    put(QuestionKind.SAMPLE);
    assertTrue(questions.takeBack(QuestionKind.ELICIT));
    assertFalse(questions.takeBack(QuestionKind.ELICIT));
    assertEquals(Set.of(1), takenBack());
  }

  @Test
  void what_has_been_settled_is_not() throws Exception {
    put();
    client.requests().clientSilent();
    put();
    questions.end();
    assertEquals(Set.of(), takenBack());
  }
}
