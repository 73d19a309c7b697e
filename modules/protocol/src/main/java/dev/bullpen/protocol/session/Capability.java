package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A group of methods that a server either advertises or does not have. */
public enum Capability {
  COMPLETIONS,
  LOGGING,
  PROMPTS,
  RESOURCES,
  TOOLS;

  private static final String LIST_CHANGED = "listChanged";

  private final String wire = name().toLowerCase(Locale.ROOT);

  public String wire() {
    return wire;
  }

  /** Whether the revision has a member for it. 2024-11-05 has completions, not advertised. */
  public boolean isDefinedIn(Revision revision) {
    return this != COMPLETIONS || revision.hasCompletionsCapability();
  }

  /**
   * The advertised value, the same in all revisions. It promises notifications of changes: in the
   * legacy era to the session and by {@code resources/subscribe}, in the modern era by {@code
   * subscriptions/listen}.
   *
   * @param listChanged whether lists can change
   */
  ObjectNode toJson(boolean listChanged) {
    ObjectNode json = Json.object();
    return switch (this) {
      case TOOLS, PROMPTS -> listChanged ? json.put(LIST_CHANGED, true) : json;
      case RESOURCES -> {
        json.put("subscribe", true);
        yield listChanged ? json.put(LIST_CHANGED, true) : json;
      }
      case COMPLETIONS, LOGGING -> json;
    };
  }
}
