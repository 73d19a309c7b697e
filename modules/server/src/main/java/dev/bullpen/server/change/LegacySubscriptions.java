package dev.bullpen.server.change;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.uri.UriSyntax;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.ResourceParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceReading;
import dev.bullpen.server.resource.ResourceWatch;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code resources/subscribe} and {@code resources/unsubscribe} of the legacy session. A resource
 * can be subscribed to only if it can be read. Any unsubscription is accepted.
 */
public final class LegacySubscriptions {
  /** More than any client shows at a time. */
  private static final int MOST = 1024;

  /** What one takes of the heap, apart from its URI: entries of maps, and what is known of it. */
  static final int SUBSCRIPTION_BYTES = 400;

  private final Catalogs catalogs;
  private final ResourceFetch fetch;
  private final ResourceWatch resources;
  private final SharedBudget budget;
  private final Principal principal;

  /** The URIs that are subscribed to, as the client wrote them, by {@link FileUri#key}. */
  private final Map<String, String> uris = new ConcurrentHashMap<>();

  /** The URIs of the names that are subscribed to, as they were at that time. */
  private final Map<String, String> uriByName = new ConcurrentHashMap<>();

  /**
   * Subscriptions whose resource has not been read yet. Each has a place reserved; one that is
   * ended meanwhile is removed. Also guards additions to the other maps.
   */
  private final Set<Pending> pending = new HashSet<>();

  /** A subscription on its way. No two are equal, whatever they name. */
  private static final class Pending {
    final Optional<String> name;

    /** For a name, which precedes a URI: known when the resource has been found. */
    volatile Optional<String> uri;

    Pending(ResourceParams params) {
      this.name = params.name();
      this.uri = params.name().isEmpty() ? params.uri() : Optional.empty();
    }

    boolean isOf(Optional<String> other, Optional<String> otherUri) {
      return name.isPresent() && name.equals(other)
          || uri.isPresent() && uri.map(FileUri::key).equals(otherUri.map(FileUri::key));
    }
  }

  /**
   * @param budget in bytes, for the subscriptions of all clients
   * @param principal whose session it is
   */
  public LegacySubscriptions(
      Catalogs catalogs,
      ResourceFetch fetch,
      ResourceWatch resources,
      SharedBudget budget,
      Principal principal) {
    this.catalogs = catalogs;
    this.fetch = fetch;
    this.resources = resources;
    this.budget = budget;
    this.principal = principal;
  }

  boolean has(String uri) {
    return uri.equals(uris.get(FileUri.key(uri)));
  }

  public void subscribe(Call call) throws JsonRpcException {
    ResourceParams params = ResourceParams.subscription(call.params());
    Pending wanted = new Pending(params);
    synchronized (pending) {
      if (uris.size() + pending.size() >= MOST) {
        throw new JsonRpcException(
            JsonRpcError.internalError(
                "%d resources are subscribed to, which is the limit; unsubscribe from one"
                    .formatted(MOST)));
      }
      pending.add(wanted);
    }
    call.replaceOnEnd(() -> take(wanted));
    catalogs.whenLoaded(call, () -> check(call, params, wanted));
  }

  private void check(Call call, ResourceParams params, Pending wanted) throws JsonRpcException {
    ResourceRead read = ResourceReading.plan(catalogs, params.uri(), params.name(), call);
    if (params.name().isPresent()) {
      wanted.uri = Optional.of(listed(params.name().get(), read.target().uri()));
    }
    call.allow();
    fetch.serve(call, read, fetched -> subscribe(call, wanted, fetched));
  }

  /**
   * The URI of a subscription by name, by which alone it is checked later. Any other subscription
   * is known by the client's own text.
   */
  private static String listed(String name, String uri) throws JsonRpcException {
    String listed = UriText.of(uri);
    if (!UriSyntax.isUri(listed)) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams(
              "the resource %s cannot be subscribed to: its uri is no URI of at most %d characters. Read it by its name"
                  .formatted(JsonRpcError.quoted(name), UriSyntax.MAX_LENGTH)));
    }
    return listed;
  }

  private void subscribe(Call call, Pending wanted, ResourceFetch.Fetched fetched)
      throws JsonRpcException {
    String uri = wanted.uri.orElseThrow();
    if (fetched instanceof ResourceFetch.Fetched.Failure failure) {
      throw ResourceReading.refusal(failure, uri, call);
    }
    boolean first;
    synchronized (pending) {
      boolean stillWanted = take(wanted);
      first = stillWanted && !uris.containsKey(FileUri.key(uri));
      if (first) {
        keep(uri);
      }
      if (stillWanted) {
        wanted.name.ifPresent(name -> uriByName.put(name, uri));
      }
      if (first) {
        try {
          resources.add(uri); // before it can be ended
        } catch (NoThreadException e) {
          forget(FileUri.key(uri));
          throw e;
        }
      }
    }
    if (first) {
      resources.learn(uri, ResourceWatch.digest(fetched));
    }
    call.answer(Json.object());
  }

  private void keep(String uri) throws JsonRpcException {
    assert Thread.holdsLock(pending);
    if (!budget.take(principal.name(), bytes(uri))) {
      throw new JsonRpcException(
          JsonRpcError.internalError(
              "the subscriptions of your sessions take all the memory for them; unsubscribe from one"));
    }
    uris.put(FileUri.key(uri), uri);
  }

  static long bytes(String uri) {
    return SUBSCRIPTION_BYTES + uri.length();
  }

  /** It is no longer on its way; false if it, or its call, has ended before. */
  private boolean take(Pending wanted) {
    synchronized (pending) {
      return pending.remove(wanted);
    }
  }

  public void unsubscribe(Call call) throws JsonRpcException {
    ResourceParams params = ResourceParams.subscription(call.params());
    List<Pending> before;
    synchronized (pending) {
      before = List.copyOf(pending);
    }
    if (params.name().isEmpty()) {
      end(params.name(), params.uri(), before);
      call.answer(Json.object());
    } else {
      catalogs.whenLoaded(call, () -> unsubscribe(call, params, params.name().get(), before));
    }
  }

  /** As in a subscription, a name precedes a URI. */
  private void unsubscribe(Call call, ResourceParams params, String name, List<Pending> before) {
    Optional<String> uri =
        Optional.ofNullable(uriByName.remove(name))
            .or(() -> catalogs.project().catalog().resourceNamed(name).map(Resource::uri))
            .or(params::uri);
    end(params.name(), uri, before);
    call.answer(Json.object());
  }

  /**
   * @param before the subscriptions that were on their way when this was asked for
   */
  private void end(Optional<String> name, Optional<String> uri, List<Pending> before) {
    synchronized (pending) {
      before.stream().filter(one -> one.isOf(name, uri)).forEach(pending::remove);
      uri.map(FileUri::key).flatMap(this::forget).ifPresent(resources::remove);
    }
  }

  private Optional<String> forget(String key) {
    assert Thread.holdsLock(pending);
    uriByName.values().removeIf(uri -> FileUri.key(uri).equals(key));
    Optional<String> uri = Optional.ofNullable(uris.remove(key));
    uri.ifPresent(forgotten -> budget.giveBack(principal.name(), bytes(forgotten)));
    return uri;
  }

  /** The session ends: its resources are no longer watched. */
  public void close() {
    synchronized (pending) {
      pending.clear();
      List.copyOf(uris.keySet()).forEach(key -> forget(key).ifPresent(resources::remove));
    }
  }
}
