package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The keys of {@code _meta} that the specification defines or reserves. */
public final class MetaKey {
  /** The member of params and results that holds these keys. */
  public static final String META = "_meta";

  /** The revision of this request; required in the modern era. */
  public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

  /** The client's capabilities for this request; required in the modern era. */
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  /** Name and version of the client that sends this request. */
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

  /** The least serious log message wanted for this request. Without it, none are. */
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

  /** Name and version of the server; on every modern result. */
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  /** The id of the {@code subscriptions/listen} that a notification, or its end, belongs to. */
  public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

  /** The token under which progress of this request is reported. */
  public static final String PROGRESS_TOKEN = "progressToken";

  private static final Set<String> RESERVED_LABELS = Set.of("modelcontextprotocol", "mcp");

  private MetaKey() {}

  /**
   * Whether the specification reserves a key, so that no project may set it. 2025-06-18 reserves a
   * prefix by its label before last, later revisions by its second; either counts. Of the keys
   * without a prefix only the progress token does: the others are for traces (W3C Trace Context,
   * Baggage), which a project may pass on.
   */
  public static boolean isReserved(String key) {
    int slash = key.indexOf('/');
    if (slash < 0) {
      return key.equals(PROGRESS_TOKEN);
    }
    String[] labels = key.substring(0, slash).split("\\.", -1);
    return labels.length > 1
        && (RESERVED_LABELS.contains(labels[1])
            || RESERVED_LABELS.contains(labels[labels.length - 2]));
  }

  /** A {@code _meta} without the reserved keys; empty if it is not an object. */
  public static Optional<ObjectNode> unreserved(JsonNode meta) {
    if (!meta.isObject()) {
      return Optional.empty();
    }
    ObjectNode free = Json.object();
    for (Map.Entry<String, JsonNode> entry : meta.properties()) {
      if (!isReserved(entry.getKey())) {
        free.set(entry.getKey(), entry.getValue());
      }
    }
    return Optional.of(free);
  }
}
