package dev.bullpen.server.change;

import dev.bullpen.json.Json;
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
 * {@code resources/subscribe} and {@code resources/unsubscribe} of the legacy session: what is
 * subscribed to can be read at that moment. An unsubscription is believed whatever it names.
 */
public final class LegacySubscriptions {
  /** More than any client shows at a time. */
  private static final int MOST = 1024;

  private final Catalogs catalogs;
  private final ResourceFetch fetch;
  private final ResourceWatch resources;

  /** Those subscribed to, as the client writes them, by {@link FileUri#key}. */
  private final Map<String, String> uris = new ConcurrentHashMap<>();

  /** What names stood for when they were subscribed to. */
  private final Map<String, String> uriByName = new ConcurrentHashMap<>();

  /**
   * Subscriptions whose resource has not been read yet; a place is kept for each, and one that is
   * ended meanwhile is none. Guards what is added to the others, too.
   */
  private final Set<Pending> pending = new HashSet<>();

  /** A subscription on its way; each is another, whatever it names. */
  private static final class Pending {
    final Optional<String> name;

    /** Where the name goes before it, known when the resource has been found. */
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

  public LegacySubscriptions(Catalogs catalogs, ResourceFetch fetch, ResourceWatch resources) {
    this.catalogs = catalogs;
    this.fetch = fetch;
    this.resources = resources;
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
                "%d resources are subscribed to, which is as many as there may be; unsubscribe from one"
                    .formatted(MOST)));
      }
      pending.add(wanted);
    }
    call.replaceOnEnd(() -> take(wanted));
    catalogs.whenLoaded(call, () -> look(call, params, wanted));
  }

  private void look(Call call, ResourceParams params, Pending wanted) throws JsonRpcException {
    ResourceRead read = ResourceReading.plan(catalogs, params.uri(), params.name(), call);
    if (params.name().isPresent()) {
      wanted.uri = Optional.of(listed(params.name().get(), read.target().uri()));
    }
    call.allow();
    fetch.serve(call, read, fetched -> subscribe(call, wanted, fetched));
  }

  /**
   * What a subscription by name goes by; any other goes by what the client calls it. It is looked
   * at again by this alone.
   */
  private static String listed(String name, String uri) throws JsonRpcException {
    String listed = UriSyntax.listed(uri);
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
      first = stillWanted && uris.putIfAbsent(FileUri.key(uri), uri) == null;
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

  /** It is on its way no longer; false if it has been ended before, or its call has. */
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

  /** As with a subscription, a name goes before a URI. */
  private void unsubscribe(Call call, ResourceParams params, String name, List<Pending> before) {
    Optional<String> uri =
        Optional.ofNullable(uriByName.remove(name))
            .or(() -> catalogs.project().catalog().resourceNamed(name).map(Resource::uri))
            .or(params::uri);
    end(params.name(), uri, before);
    call.answer(Json.object());
  }

  /**
   * @param before what was on its way when this was asked for
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
    return Optional.ofNullable(uris.remove(key));
  }

  /** The session ends: none of its resources is watched any more. */
  public void close() {
    synchronized (pending) {
      pending.clear();
      List.copyOf(uris.keySet()).forEach(key -> forget(key).ifPresent(resources::remove));
    }
  }
}
