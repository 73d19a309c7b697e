package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.ACKNOWLEDGED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks to listen and may not: SU-10. */
class ListenRefusalTests {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}";

  /** More than anybody needs, and more than anybody gets. */
  private static final int TOO_MANY_SUBSCRIPTIONS = 5_000;

  /** For those whom it does not concern who else listens. */
  private static Conversation shared;

  @BeforeAll
  static void begin() {
    shared = open();
  }

  @AfterAll
  static void end() {
    shared.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "'notifications':['toolsListChanged']",
        "'notifications':{'toolsListChanged':'true'}",
        "'notifications':{'resourceSubscriptions':[7]}"
      })
  void su_10_params_that_do_not_fit_are_invalid_and_not_acknowledged(String params) {
    Notices notices = new Notices(shared.process());
    int acknowledged = notices.count(ACKNOWLEDGED, "7");
    String members = params.isEmpty() ? Requests.ENVELOPE : params + "," + Requests.ENVELOPE;
    Said.error(-32602, "7", shared.ask(Requests.request("7", "subscriptions/listen", members)));
    assertEquals(acknowledged, notices.count(ACKNOWLEDGED, "7"));
    notices.listen("7", ALL); // the id is free
    shared.say("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}");
    shared.exchange(); // it has been read
  }

  @Test
  void su_10_without_an_envelope_there_is_no_such_method() {
    try (Conversation server = open()) {
      server.initialized(Revision.V2025_11_25);
      Said.error(
          -32601,
          "7",
          server.ask(Requests.request("7", "subscriptions/listen", "'notifications':" + ALL)));
    }
  }

  @Test
  void su_10_nobody_opens_as_many_as_he_likes() {
    try (Conversation server = open()) {
      Notices notices = new Notices(server.process());
      int heard = server.process().transcript().received().size();
      for (int i = 0; i < TOO_MANY_SUBSCRIPTIONS; i++) {
        notices.say(Integer.toString(i), "'notifications':" + ALL);
      }
      server.exchange(); // all of them have been read
      // Those that came while the project was being read are answered beside those that came later:
      // until all of them are, one of them may take the room that another leaves.
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () ->
                  server.process().transcript().received().size()
                      > heard + TOO_MANY_SUBSCRIPTIONS));
      List<String> open =
          server.process().transcript().heard(ACKNOWLEDGED).stream().map(Notices::tag).toList();
      assertTrue(open.size() >= 16, "so many may listen: " + open.size());
      // For the same reason it need not be the last ones that are refused.
      List<String> refused =
          IntStream.range(0, TOO_MANY_SUBSCRIPTIONS)
              .mapToObj(Integer::toString)
              .filter(id -> !open.contains(id))
              .toList();
      assertFalse(refused.isEmpty(), "all of them may listen");
      for (String id : refused) {
        notices.assertRefused(id, -32603);
      }
      server.say(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%s}}"
              .formatted(open.get(0)));
      notices.listen(Integer.toString(TOO_MANY_SUBSCRIPTIONS), ALL); // there is room again
    }
  }

  private static Conversation open() {
    return Conversation.open(
        project -> project.file("resources/note.txt", "one\n"), launcher -> launcher.workers(1, 1));
  }
}
