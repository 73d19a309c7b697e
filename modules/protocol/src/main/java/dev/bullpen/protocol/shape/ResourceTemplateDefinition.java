package dev.bullpen.protocol.shape;

import dev.bullpen.protocol.Revision;
import tools.jackson.databind.node.ObjectNode;

/** The {@code ResourceTemplate} object of each revision. */
public final class ResourceTemplateDefinition {
  private static final String TEMPLATE = "uriTemplate";

  private static final Shape SHAPE =
      Listed.shape()
          .may(TEMPLATE, Kind.STRING)
          .may("mimeType", Kind.STRING)
          .may("annotations", Shapes.ANNOTATIONS);

  private ResourceTemplateDefinition() {}

  /**
   * The template as that revision may see it. It is valid whatever the project wrote: what is of
   * the wrong type is left out, and what must be there is put in.
   *
   * @param full in the form of the newest revision; may have more members, and is not changed. Its
   *     {@code uriTemplate} is shown as it is, since clients name the template by it
   */
  public static ObjectNode forRevision(ObjectNode full, Revision revision) {
    ObjectNode shown = SHAPE.object(full, revision).orElseThrow();
    if (!shown.has(TEMPLATE)) {
      shown.set(TEMPLATE, UriText.made(Listed.name(full)));
    }
    return Listed.filled(shown, shown.path(TEMPLATE).stringValue());
  }
}
