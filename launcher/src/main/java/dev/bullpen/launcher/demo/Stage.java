package dev.bullpen.launcher.demo;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.client.Answer;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.Values;
import java.time.Duration;

/**
 * Where the demo plays.
 *
 * @param server the server it has started
 * @param screen what the audience sees
 */
record Stage(Server server, Screen screen) {
  /** A demo that waits longer than this for an answer has failed as a demo. */
  static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  /** Asks for a completion, and shows what came back. */
  Answer ask(String what, Completion completion) throws ServerException, InterruptedException {
    Answer answer = server.ask("completion/complete", completion.params()).await(ANSWER_LIMIT);
    if (answer.isError()) {
      screen.refused(answer.took(), what, answer.error());
    } else {
      Values values = Values.of(answer.result());
      screen.answered(answer.took(), what, String.join(", ", values.shown()), values.count());
    }
    return answer;
  }

  void ping(String what) throws ServerException, InterruptedException {
    Answer answer = server.ask("ping", Json.object()).await(ANSWER_LIMIT);
    screen.answered(answer.took(), what, answer.isError() ? answer.error() : "answered", "");
  }
}
