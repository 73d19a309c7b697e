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
  static final String PROMPTS_LIST = "prompts/list";
  static final String PROMPTS_GET = "prompts/get";
  static final String RESOURCES_LIST = "resources/list";
  static final String RESOURCE_TEMPLATES_LIST = "resources/templates/list";
  static final String RESOURCES_READ = "resources/read";
  static final String SUBSCRIBE = "resources/subscribe";
  static final String UNSUBSCRIBE = "resources/unsubscribe";
  static final String LISTEN = "subscriptions/listen";
  static final String SET_LEVEL = "logging/setLevel";
  static final String INITIALIZED = "notifications/initialized";
  static final String CANCELLED = "notifications/cancelled";
  static final String ROOTS_CHANGED = "notifications/roots/list_changed";

  private static final Set<String> NEED_GREETING =
      Set.of(
          COMPLETE,
          DISCOVER,
          LISTEN,
          SET_LEVEL,
          PROMPTS_GET,
          PROMPTS_LIST,
          RESOURCES_LIST,
          RESOURCES_READ,
          SUBSCRIBE,
          RESOURCE_TEMPLATES_LIST,
          UNSUBSCRIBE,
          TOOLS_CALL,
          TOOLS_LIST);

  private Methods() {}

  /** Whether it may be called in a session, or with an envelope, but not with neither. */
  static boolean needsGreeting(String method) {
    return NEED_GREETING.contains(method);
  }
}
