package dev.bullpen.server.call;

import java.util.Set;

/**
 * The request methods of the specification, known or served, and two of mcp-bash. Any other method
 * is not found in any state.
 */
public final class Methods {
  public static final String INITIALIZE = "initialize";
  public static final String DISCOVER = "server/discover";
  public static final String PING = "ping";
  public static final String COMPLETE = "completion/complete";
  public static final String TOOLS_LIST = "tools/list";
  public static final String TOOLS_CALL = "tools/call";
  public static final String PROMPTS_LIST = "prompts/list";
  public static final String PROMPTS_GET = "prompts/get";
  public static final String RESOURCES_LIST = "resources/list";
  public static final String RESOURCE_TEMPLATES_LIST = "resources/templates/list";
  public static final String RESOURCES_READ = "resources/read";
  public static final String SUBSCRIBE = "resources/subscribe";
  public static final String UNSUBSCRIBE = "resources/unsubscribe";
  public static final String LISTEN = "subscriptions/listen";
  public static final String SET_LEVEL = "logging/setLevel";

  /** Of mcp-bash, like {@link #EXIT}. */
  public static final String SHUTDOWN = "shutdown";

  public static final String EXIT = "exit";
  public static final String INITIALIZED = "notifications/initialized";
  public static final String CANCELLED = "notifications/cancelled";
  public static final String ROOTS_CHANGED = "notifications/roots/list_changed";

  private static final Set<String> NEED_GREETING =
      Set.of(
          COMPLETE,
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

  private static final Set<String> OTHERS =
      Set.of(INITIALIZE, DISCOVER, PING, LISTEN, SHUTDOWN, EXIT);

  private Methods() {}

  /** Whether requests of that method are served in any state. */
  public static boolean isKnown(String method) {
    return NEED_GREETING.contains(method) || OTHERS.contains(method);
  }

  /** Whether it may be called only in a session, or with an envelope. */
  public static boolean needsGreeting(String method) {
    return NEED_GREETING.contains(method);
  }

  /** Whether it may be called only with an envelope. */
  public static boolean needsEnvelope(String method) {
    return method.equals(DISCOVER) || method.equals(LISTEN);
  }
}
