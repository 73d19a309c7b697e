package dev.bullpen.protocol;

import java.util.List;
import java.util.Optional;

/**
 * The supported revisions of the specification, oldest first. The {@code schema.json} of each shows
 * what it defines.
 *
 * <p>Two eras: a legacy revision is agreed on by {@code initialize} and holds for the session; each
 * modern request names its revision in its {@code _meta}.
 */
public enum Revision {
  V2024_11_05("2024-11-05"),
  V2025_03_26("2025-03-26"),
  V2025_06_18("2025-06-18"),
  V2025_11_25("2025-11-25"),
  V2026_07_28("2026-07-28");

  /** The revisions without a handshake, newest first. */
  public static final List<Revision> MODERN = List.of(V2026_07_28);

  /** The revisions that begin with {@code initialize}, newest first. */
  public static final List<Revision> LEGACY =
      List.of(V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);

  private final String wire;

  Revision(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  public static Optional<Revision> of(String wire) {
    for (Revision revision : values()) {
      if (revision.wire.equals(wire)) {
        return Optional.of(revision);
      }
    }
    return Optional.empty();
  }

  /** The revision in the answer to an {@code initialize} for an unknown revision. */
  public static Revision latestLegacy() {
    return LEGACY.get(0);
  }

  /** Whether each request names its revision and the client's capabilities. */
  public boolean isModern() {
    return isSince(V2026_07_28);
  }

  /** Whether an array of messages is a batch. */
  public boolean hasBatches() {
    return this == V2025_03_26;
  }

  public boolean hasCompletionsCapability() {
    return isSince(V2025_03_26);
  }

  /** Whether {@code completion/complete} takes {@code context.arguments}. */
  public boolean hasCompletionContext() {
    return isSince(V2025_06_18);
  }

  public boolean hasImplementationTitle() {
    return isSince(V2025_06_18);
  }

  public boolean hasImplementationDetails() {
    return isSince(V2025_11_25);
  }

  /** Whether an error may have no id, for a message whose id cannot be read. */
  public boolean hasErrorsWithoutId() {
    return isSince(V2025_11_25);
  }

  public boolean hasElicitation() {
    return isSince(V2025_06_18);
  }

  /** Whether an elicitation names its mode, and may send the user to a URL. */
  public boolean hasElicitationModes() {
    return isSince(V2025_11_25);
  }

  /** Whether sampling can offer tools, and a message can hold several blocks. */
  public boolean hasSamplingTools() {
    return isSince(V2025_11_25);
  }

  /** Whether a tool's result may have structured content, described by {@code outputSchema}. */
  public boolean hasStructuredContent() {
    return isSince(V2025_06_18);
  }

  /** Whether structured content may be any value, not only an object. */
  public boolean hasAnyStructuredContent() {
    return isSince(V2026_07_28);
  }

  public boolean hasProgressMessage() {
    return isSince(V2025_03_26);
  }

  public boolean isSince(Revision first) {
    return compareTo(first) >= 0;
  }
}
