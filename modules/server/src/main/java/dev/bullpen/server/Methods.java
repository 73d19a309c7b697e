package dev.bullpen.server;

import java.util.Set;

/**
 * The request methods of the specification, known or served; anything else is not found in any
 * state.
 */
final class Methods {
  static final String INITIALIZE = "initialize";
  static final String DISCOVER = "server/discover";
  static final String PING = "ping";
  static final String COMPLETE = "completion/complete";
  static final String TOOLS_LIST = "tools/list";
  static final String TOOLS_CALL = "tools/call";
  static final String SET_LEVEL = "logging/setLevel";
  static final String INITIALIZED = "notifications/initialized";
  static final String CANCELLED = "notifications/cancelled";
  static final String ROOTS_CHANGED = "notifications/roots/list_changed";

  private static final Set<String> LEGACY =
      Set.of(
          COMPLETE,
          SET_LEVEL,
          "prompts/get",
          "prompts/list",
          "resources/list",
          "resources/read",
          "resources/subscribe",
          "resources/templates/list",
          "resources/unsubscribe",
          TOOLS_CALL,
          TOOLS_LIST);

  private Methods() {}

  /** Whether a legacy client may call it once it has been initialized. */
  static boolean needsSession(String method) {
    return LEGACY.contains(method);
  }
}
