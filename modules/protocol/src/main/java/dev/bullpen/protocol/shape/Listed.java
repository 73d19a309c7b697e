package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2025_06_18;
import static dev.bullpen.protocol.Revision.V2025_11_25;

import dev.bullpen.protocol.MetaKey;
import tools.jackson.databind.node.ObjectNode;

/** What tools, prompts, resources and resource templates have in common where a list shows them. */
final class Listed {
  /** The name of what has none and is known by nothing else either. */
  static final String UNNAMED = "unnamed";

  private static final String NAME = "name";
  private static final String TITLE = "title";
  private static final String DESCRIPTION = "description";

  private Listed() {}

  /** Their members, none required: {@link #filled} puts in what is missing. */
  static Shape shape() {
    return Shape.empty()
        .may(NAME, Kind.STRING)
        .may(TITLE, Kind.STRING, V2025_06_18)
        .may(DESCRIPTION, Kind.STRING)
        .may("icons", Shapes.ICONS, V2025_11_25)
        .may(MetaKey.META, Kind.OBJECT, V2025_06_18);
  }

  /** The name a project gives it, or the one for want of any. */
  static String name(ObjectNode full) {
    return full.path(NAME).stringValue(UNNAMED);
  }

  /**
   * Put in a name, and a description that says at least as much: the schemas do not ask for one,
   * but a client that does would refuse the whole list.
   *
   * @param otherwise the name if there is none
   */
  static ObjectNode filled(ObjectNode shown, String otherwise) {
    if (!shown.has(NAME)) {
      shown.put(NAME, otherwise);
    }
    if (shown.path(DESCRIPTION).stringValue("").isBlank()) {
      String name = shown.path(NAME).stringValue();
      shown.put(DESCRIPTION, shown.path(TITLE).stringValue(name));
    }
    return shown;
  }
}
