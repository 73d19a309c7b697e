package dev.bullpen.protocol;

import java.util.Locale;

/** A family of methods that a server advertises or does not have. */
public enum Capability {
  COMPLETIONS,
  LOGGING,
  PROMPTS,
  RESOURCES,
  TOOLS;

  private final String wire = name().toLowerCase(Locale.ROOT);

  /** Its member of {@code ServerCapabilities}. */
  public String wire() {
    return wire;
  }

  /**
   * Whether the revision has a member for it. 2024-11-05 knows the completion method and no
   * capability: there it is served unannounced.
   */
  public boolean isDefinedIn(Revision revision) {
    return this != COMPLETIONS || revision.hasCompletionsCapability();
  }
}
