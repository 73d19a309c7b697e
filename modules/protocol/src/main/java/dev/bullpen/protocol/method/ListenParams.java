package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The notifications that a modern client wants: the {@code SubscriptionFilter} of {@code
 * subscriptions/listen} (specification 2026-07-28, subscriptions).
 *
 * @param tools whether to notify of changes of the list of tools
 * @param resourceSubscriptions URIs to notify of, each once, as received and in order; the
 *     resources need not exist yet
 */
public record ListenParams(
    boolean tools, boolean prompts, boolean resources, Set<String> resourceSubscriptions) {

  /** The most URIs of one subscription, because each is polled while it is open. */
  public static final int MAX_URIS = 1024;

  /** The most characters of a URI: the usual limit of servers and proxies for a request line. */
  public static final int MAX_URI_CHARS = 8192;

  private static final String FILTER = "notifications";
  private static final String TOOLS = "toolsListChanged";
  private static final String PROMPTS = "promptsListChanged";
  private static final String RESOURCES = "resourcesListChanged";
  private static final String URIS = "resourceSubscriptions";

  public ListenParams {
    resourceSubscriptions = Collections.unmodifiableSet(new LinkedHashSet<>(resourceSubscriptions));
  }

  /**
   * Read the params; {@code MissingNode} for none.
   *
   * @throws JsonRpcException -32602 if there is no filter or something in it is of the wrong type
   *     or a URI too long; -32603 if it has more URIs than one subscription may
   */
  public static ListenParams parse(JsonNode json) throws JsonRpcException {
    Member filter = Member.params(json).get(FILTER);
    return new ListenParams(
        filter.get(TOOLS).flag(),
        filter.get(PROMPTS).flag(),
        filter.get(RESOURCES).flag(),
        uris(filter.get(URIS)));
  }

  private static Set<String> uris(Member member) throws JsonRpcException {
    Set<String> uris = new LinkedHashSet<>();
    if (!member.isPresent()) {
      return uris;
    }
    // Checked before the elements are read, because a line has room for millions of them.
    if (member.value().isArray() && member.value().size() > MAX_URIS) {
      throw new JsonRpcException(
          JsonRpcError.internalError(
              "Subscription refused: it has %d URIs, more than the %d it may have"
                  .formatted(member.value().size(), MAX_URIS)));
    }
    for (Member element : member.array()) {
      uris.add(uri(element));
    }
    return uris;
  }

  private static String uri(Member element) throws JsonRpcException {
    String uri = element.string();
    if (uri.length() > MAX_URI_CHARS) {
      throw element.refusal("must not be longer than " + MAX_URI_CHARS + " characters");
    }
    return uri;
  }

  /** The same filter without notifications that the server does not offer. */
  public ListenParams honouredBy(ServerCapabilities server) {
    boolean hasResources = server.offers(Capability.RESOURCES);
    return new ListenParams(
        tools && server.listChanged() && server.offers(Capability.TOOLS),
        prompts && server.listChanged() && server.offers(Capability.PROMPTS),
        resources && server.listChanged() && hasResources,
        hasResources ? resourceSubscriptions : Set.of());
  }

  /** The same filter without resources that the client may not use. */
  public ListenParams withResources(Predicate<String> usable) {
    return new ListenParams(
        tools,
        prompts,
        resources,
        resourceSubscriptions.stream()
            .filter(usable)
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** The {@code SubscriptionFilter} object. */
  ObjectNode toJson() {
    ObjectNode filter = Json.object();
    putIf(tools, TOOLS, filter);
    putIf(prompts, PROMPTS, filter);
    putIf(resources, RESOURCES, filter);
    if (!resourceSubscriptions.isEmpty()) {
      ArrayNode uris = Json.array();
      resourceSubscriptions.forEach(uris::add);
      filter.set(URIS, uris);
    }
    return filter;
  }

  private static void putIf(boolean wanted, String member, ObjectNode filter) {
    if (wanted) {
      filter.put(member, true);
    }
  }

  /**
   * The answer to {@code subscriptions/listen}, sent only when the server ends the subscription,
   * without what {@link ModernResults} adds. Unless the transport is closed with it, {@link
   * Notice#cancelled} must follow.
   */
  public static ObjectNode result(RequestId listen) {
    return Json.object().set(MetaKey.META, meta(listen));
  }

  static ObjectNode meta(RequestId listen) {
    return Json.object().set(MetaKey.SUBSCRIPTION_ID, listen.toJson());
  }

  /**
   * Whether this is such an answer. A script's output cannot be mistaken for one, because results
   * of scripts have content or messages.
   */
  static boolean isResult(JsonNode result) {
    return result.size() == 1 && result.path(MetaKey.META).has(MetaKey.SUBSCRIPTION_ID);
  }
}
