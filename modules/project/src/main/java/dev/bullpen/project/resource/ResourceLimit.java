package dev.bullpen.project.resource;

import java.util.Map;
import java.util.Optional;

/** How long resources may be. */
public final class ResourceLimit {
  /** The variable that limits every resource. */
  public static final String VARIABLE = "MCPBASH_MAX_RESOURCE_BYTES";

  /** The variable that limits a page of an interface. */
  static final String UI_VARIABLE = "MCPBASH_MAX_UI_RESOURCE_BYTES";

  /** Bytes; what one output of a tool may have. */
  static final int DEFAULT = 10_485_760;

  /** Bytes of a page, as mcp-bash limits them. */
  static final int UI_DEFAULT = 1_048_576;

  private ResourceLimit() {}

  /** Bytes of one resource, also of all files of one result together. */
  static int of(Map<String, String> env) {
    return number(env, VARIABLE)
        .or(() -> number(env, "MCPBASH_MAX_TOOL_OUTPUT_SIZE"))
        .orElse(DEFAULT);
  }

  /** Bytes of a page of an interface. */
  static int ofUi(Map<String, String> env) {
    return number(env, UI_VARIABLE).orElse(UI_DEFAULT);
  }

  private static Optional<Integer> number(Map<String, String> env, String name) {
    String value = env.getOrDefault(name, "");
    // Nine digits always fit an int.
    return value.matches("[0-9]{1,9}") ? Optional.of(Integer.valueOf(value)) : Optional.empty();
  }
}
