package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Choice;
import java.util.Arrays;
import java.util.Locale;

/** The kinds of lists that a server has. */
public enum Kind {
  TOOLS("tools/list", "tools"),
  PROMPTS("prompts/list", "prompts"),
  RESOURCES("resources/list", "resources"),
  TEMPLATES("resources/templates/list", "resourceTemplates");

  private final String method;
  private final String member;

  Kind(String method, String member) {
    this.method = method;
    this.member = member;
  }

  /** As a person types it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String method() {
    return method;
  }

  /** The member of the result that has the items. */
  String member() {
    return member;
  }

  static Choice words() {
    return Choice.of(Arrays.stream(values()).map(Kind::word).toList());
  }
}
