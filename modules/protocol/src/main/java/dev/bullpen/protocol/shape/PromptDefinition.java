package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2025_06_18;

import dev.bullpen.protocol.Revision;
import tools.jackson.databind.node.ObjectNode;

/** The {@code Prompt} object of each revision. */
public final class PromptDefinition {
  private static final Shape ARGUMENT =
      Shape.empty()
          .must("name", Kind.STRING)
          .may("title", Kind.STRING, V2025_06_18)
          .may("description", Kind.STRING)
          .may("required", Kind.BOOLEAN);

  private static final Shape SHAPE = Listed.shape().may("arguments", Kind.thoseOf(ARGUMENT));

  private PromptDefinition() {}

  /**
   * The prompt as that revision may see it. It is valid whatever the project wrote: what is of the
   * wrong type is left out, and what must be there is put in.
   *
   * @param full in the form of the newest revision, its arguments an array; may have more members,
   *     and is not changed
   */
  public static ObjectNode forRevision(ObjectNode full, Revision revision) {
    return Listed.filled(SHAPE.object(full, revision).orElseThrow(), Listed.UNNAMED);
  }
}
