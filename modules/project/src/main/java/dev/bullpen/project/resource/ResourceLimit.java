package dev.bullpen.project.resource;

import dev.bullpen.project.setting.NumberSetting;
import java.util.Map;

/** How long resources may be. */
public final class ResourceLimit {
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
    return NumberSetting.MAX_RESOURCE_BYTES
        .of(env)
        .or(() -> NumberSetting.MAX_TOOL_OUTPUT_SIZE.of(env))
        .orElse(DEFAULT);
  }

  /** Bytes of a page of an interface. */
  static int ofUi(Map<String, String> env) {
    return NumberSetting.MAX_UI_RESOURCE_BYTES.of(env, UI_DEFAULT);
  }
}
