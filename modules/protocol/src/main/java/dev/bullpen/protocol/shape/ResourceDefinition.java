package dev.bullpen.protocol.shape;

import dev.bullpen.protocol.Revision;
import tools.jackson.databind.node.ObjectNode;

/** The {@code Resource} object of each revision. */
public final class ResourceDefinition {
  private static final String URI = "uri";

  private static final Shape SHAPE =
      Listed.shape()
          .may(URI, Shapes.URI)
          .may("mimeType", Kind.STRING)
          .may("size", Kind.INTEGER)
          .may("annotations", Shapes.ANNOTATIONS);

  private ResourceDefinition() {}

  /**
   * The resource as that revision may see it. It is valid whatever the project wrote: what is of
   * the wrong type is left out, and what must be there is put in.
   *
   * <p>A client reads what it is shown. So a {@code uri} that is none is shown in a form in which
   * it is one: characters that no URI may hold percent-encoded, and behind {@code resource:} where
   * there is no scheme.
   *
   * @param full in the form of the newest revision; may have more members, and is not changed
   */
  public static ObjectNode forRevision(ObjectNode full, Revision revision) {
    ObjectNode shown = SHAPE.object(full, revision).orElseThrow();
    if (!shown.has(URI)) {
      shown.set(URI, UriText.made(full.path(URI).stringValue(Listed.name(full))));
    }
    return Listed.filled(shown, shown.path(URI).stringValue());
  }
}
