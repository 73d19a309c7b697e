package dev.bullpen.launcher.client;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Where the next page of a completion begins. */
public final class Page {
  /** The specification knows no pages here, so the cursor is metadata of our own. */
  private static final String NEXT_CURSOR = "dev.bullpen/nextCursor";

  private Page() {}

  /** The cursor in a result of completion/complete, if there is a next page. */
  public static Optional<String> nextCursor(JsonNode result) {
    return Optional.of(result.path("_meta").path(NEXT_CURSOR).stringValue(""))
        .filter(cursor -> !cursor.isEmpty());
  }
}
