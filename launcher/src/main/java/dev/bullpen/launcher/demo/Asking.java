package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.client.Answer;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Page;
import dev.bullpen.launcher.client.ServerException;
import java.util.Optional;

/** First act: one completion after the other, each of another kind. */
final class Asking {
  private static final int PAGE = 5;

  private final Stage stage;

  Asking(Stage stage) {
    this.stage = stage;
  }

  void play() throws ServerException, InterruptedException {
    stage.screen().heading("Ask");
    stage.ask(
        "explain-command: command \"m\"", Completion.ofPrompt("explain-command", "command", "m"));
    Completion framework = Completion.ofPrompt("new-service", "framework", "");
    stage.ask("new-service: framework \"\"", framework);
    stage.ask("  with language = rust", framework.knowing("language", "rust"));
    Completion city = Completion.ofPrompt("plan-meeting", "city", "");
    Answer page = stage.ask("plan-meeting: city \"\", page 1", city.page(PAGE, Optional.empty()));
    stage.ask("  page 2", city.page(PAGE, Page.nextCursor(page.result())));
    stage.ask("reply: tone \"f\", declared values", Completion.ofPrompt("reply", "tone", "f"));
    stage.ask("no-such-prompt", Completion.ofPrompt("no-such-prompt", "any", ""));
  }
}
