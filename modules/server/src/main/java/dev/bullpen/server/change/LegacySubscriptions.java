package dev.bullpen.server.change;

import dev.bullpen.json.Json;
import dev.bullpen.pool.Lane;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.SubscribeParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.resource.ResourceFetch;
import dev.bullpen.server.resource.ResourceReading;
import dev.bullpen.server.resource.ResourceWatch;
import dev.bullpen.server.thread.NoThreadException;
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
  private final Set<String> uris = ConcurrentHashMap.newKeySet();

  /** What names stood for when they were subscribed to. */
  private final Map<String, String> uriByName = new ConcurrentHashMap<>();

  public LegacySubscriptions(Catalogs catalogs, ResourceFetch fetch, ResourceWatch resources) {
    this.catalogs = catalogs;
    this.fetch = fetch;
    this.resources = resources;
  }

  boolean has(String uri) {
    return uris.contains(uri);
  }

  public void subscribe(Call call) throws JsonRpcException {
    refuseModern(call, Methods.SUBSCRIBE);
    SubscribeParams params = SubscribeParams.parse(call.params());
    if (uris.size() >= MOST) {
      throw new JsonRpcException(
          JsonRpcError.internalError(
              "%d resources are subscribed to, which is as many as there may be; unsubscribe from one"
                  .formatted(MOST)));
    }
    catalogs.whenLoaded(call, () -> look(call, params));
  }

  private void look(Call call, SubscribeParams params) throws JsonRpcException {
    ResourceRead read =
        ResourceReading.plan(catalogs, params.uri(), params.name(), call.revision());
    String uri = read.target().uri();
    call.onCancel(
        fetch.begin(
            read,
            Lane.INTERACTIVE,
            fetched -> call.guarded(() -> subscribe(call, params, uri, fetched)).run()));
  }

  private void subscribe(
      Call call, SubscribeParams params, String uri, ResourceFetch.Fetched fetched)
      throws JsonRpcException {
    if (fetched instanceof ResourceFetch.Fetched.Failure failure) {
      throw ResourceReading.refusal(failure.why(), Optional.of(uri), call.revision());
    }
    params.name().ifPresent(name -> uriByName.put(name, uri));
    if (uris.add(uri)) {
      try {
        resources.add(uri, fetched, () -> call.answer(Json.object()));
      } catch (NoThreadException e) {
        uris.remove(uri);
        uriByName.values().removeIf(uri::equals);
        throw e;
      }
    } else {
      call.answer(Json.object());
    }
  }

  public void unsubscribe(Call call) throws JsonRpcException {
    refuseModern(call, Methods.UNSUBSCRIBE);
    SubscribeParams params = SubscribeParams.parse(call.params());
    if (params.name().isEmpty()) {
      end(params.uri());
      call.answer(Json.object());
    } else {
      catalogs.whenLoaded(call, () -> unsubscribe(call, params, params.name().get()));
    }
  }

  /** As with a subscription, a name goes before a URI. */
  private void unsubscribe(Call call, SubscribeParams params, String name) {
    end(
        Optional.ofNullable(uriByName.remove(name))
            .or(() -> catalogs.project().catalog().resourceNamed(name).map(Resource::uri))
            .or(params::uri));
    call.answer(Json.object());
  }

  private void end(Optional<String> uri) {
    if (uri.isPresent() && uris.remove(uri.get())) {
      uriByName.values().removeIf(uri.get()::equals);
      resources.remove(uri.get());
    }
  }

  private static void refuseModern(Call call, String method) throws JsonRpcException {
    if (call.isModern()) {
      throw new JsonRpcException(JsonRpcError.methodNotFound(method));
    }
  }
}
