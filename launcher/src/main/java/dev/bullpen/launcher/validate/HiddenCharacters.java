package dev.bullpen.launcher.validate;

import dev.bullpen.posix.log.Shown;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds invisible characters in texts for clients and models: they can hide or reorder text. */
final class HiddenCharacters {
  /** The first code point at which zero-width characters may join letters and emoji. */
  private static final int FIRST_JOINED = 0x0600;

  private static final int NON_JOINER = 0x200c;
  private static final int JOINER = 0x200d;

  private static final int MOST_NAMED = 5;

  private final Findings findings;

  private HiddenCharacters(Findings findings) {
    this.findings = findings;
  }

  static void find(Catalog catalog, Findings findings) {
    HiddenCharacters found = new HiddenCharacters(findings);
    for (CatalogKind kind : CatalogKind.values()) {
      for (ObjectNode item : catalog.listed(kind)) {
        String name = item.path("name").stringValue("");
        found.search("%s \"%s\"".formatted(word(kind), name), "", item);
      }
    }
  }

  private static String word(CatalogKind kind) {
    return switch (kind) {
      case TOOLS -> "tool";
      case PROMPTS -> "prompt";
      case RESOURCES -> "resource";
      case RESOURCE_TEMPLATES -> "resource template";
    };
  }

  private void search(String whose, String path, JsonNode value) {
    if (value.isString()) {
      note(whose, path, value.stringValue(), !path.equals("name"));
    } else if (value.isArray()) {
      int index = 0;
      for (JsonNode element : value) {
        search(whose, "%s[%d]".formatted(path, index++), element);
      }
    }
    for (String member : value.propertyNames()) {
      String below = path.isEmpty() ? member : path + "." + member;
      note(whose, below, member, false);
      search(whose, below, value.get(member));
    }
  }

  /**
   * @param isProse whether the text may have several lines
   */
  private void note(String whose, String path, String text, boolean isProse) {
    Set<String> hidden = hidden(text, isProse);
    if (!hidden.isEmpty()) {
      String named = String.join(", ", hidden.stream().limit(MOST_NAMED).toList());
      findings.note(
          "%s: %s has characters that cannot be seen (%s%s). Remove them, unless they are meant."
              .formatted(whose, path, named, hidden.size() > MOST_NAMED ? ", …" : ""));
    }
  }

  private static Set<String> hidden(String text, boolean isProse) {
    Set<String> hidden = new LinkedHashSet<>();
    int before = 0;
    for (int point : text.codePoints().toArray()) {
      boolean isLineEnd = isProse && (point == '\n' || point == '\r' || point == '\t');
      boolean isJoint = (point == JOINER || point == NON_JOINER) && before >= FIRST_JOINED;
      if (Shown.isHidden(point) && !isLineEnd && !isJoint) {
        hidden.add(Shown.name(point));
      }
      before = point;
    }
    return hidden;
  }
}
