package dev.bullpen.server.completion;

import dev.bullpen.project.completion.CompletionPage;
import dev.bullpen.protocol.method.CompleteResult;
import tools.jackson.databind.node.ObjectNode;

/** A page of the project as a result of the protocol. */
final class CompletionAnswer {
  private CompletionAnswer() {}

  static ObjectNode of(CompletionPage page) {
    return new CompleteResult(page.values(), page.total(), page.hasMore(), page.nextCursor())
        .toJson();
  }
}
