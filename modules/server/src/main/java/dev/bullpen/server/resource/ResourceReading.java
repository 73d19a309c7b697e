package dev.bullpen.server.resource;

import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.ReadResourceResult;
import dev.bullpen.protocol.method.ResourceParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.catalog.Catalogs;
import java.util.Optional;

/**
 * {@code resources/read}: the project determines what to read, and {@link ResourceFetch} reads it.
 */
public final class ResourceReading implements Handler {
  private final Catalogs catalogs;
  private final ResourceFetch fetch;
  private final CacheHint hint;

  public ResourceReading(Catalogs catalogs, ResourceFetch fetch, CacheHint hint) {
    this.catalogs = catalogs;
    this.fetch = fetch;
    this.hint = hint;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    ResourceParams params = ResourceParams.read(call.params());
    catalogs.whenLoaded(call, () -> read(call, params));
  }

  private void read(Call call, ResourceParams params) throws JsonRpcException {
    ResourceRead read = plan(catalogs, params.uri(), params.name(), call);
    call.allow();
    fetch.serve(call, read, fetched -> answer(call, read.target().uri(), fetched));
  }

  private void answer(Call call, String uri, ResourceFetch.Fetched fetched)
      throws JsonRpcException {
    if (fetched instanceof ResourceFetch.Fetched.Contents contents) {
      call.answer(ReadResourceResult.build(contents.contents(), call.revision(), hint(call)));
    } else if (fetched instanceof ResourceFetch.Fetched.Failure failure) {
      throw refusal(failure, uri, call);
    }
  }

  /** The answer to a retry depends on what the retry brought, and is for that client alone. */
  private CacheHint hint(Call call) {
    boolean retry = call.params().has("inputResponses") || call.params().has("requestState");
    return retry ? CacheHint.READ : call.principal().cacheHint(hint);
  }

  /**
   * Plan the read that a client asks for.
   *
   * @throws JsonRpcException if there is no such resource, or none that may be read
   */
  public static ResourceRead plan(
      Catalogs catalogs, Optional<String> uri, Optional<String> name, Call call)
      throws JsonRpcException {
    catalogs.inForce("Unable to load resources registry");
    Optional<String> given = uri.filter(text -> !text.isEmpty());
    ResourceRead read;
    try {
      read = catalogs.project().resourceReads().plan(uri, name);
    } catch (ResourceException e) {
      throw refusal(new ResourceFetch.Fetched.Failure(e), given, name, call);
    }
    String target = read.target().uri();
    if (!call.mayUse(CatalogKind.RESOURCES, target)) {
      ResourceException none = ResourceException.notFound(target, Trouble.NOT_FOR_CLIENT.detail());
      JsonRpcException refusal =
          refusal(new ResourceFetch.Fetched.Failure(none), given, name, call);
      call.troubled(Trouble.NOT_FOR_CLIENT);
      throw refusal;
    }
    return read;
  }

  /** The error for a failure. What only the operator should know goes to the log. */
  public static JsonRpcException refusal(
      ResourceFetch.Fetched.Failure failure, String uri, Call call) {
    return refusal(failure, Optional.of(uri), Optional.empty(), call);
  }

  /** The same for a resource that was asked for by a URI, a name, or both. */
  static JsonRpcException refusal(
      ResourceFetch.Fetched.Failure failure,
      Optional<String> uri,
      Optional<String> name,
      Call call) {
    ResourceException why = failure.why();
    call.troubled(Trouble.of(reason(failure), why.detail()));
    return new JsonRpcException(
        switch (why.kind()) {
          case NOT_FOUND ->
              uri.isEmpty() && name.isPresent()
                  ? JsonRpcError.resourceNotNamed(name.get(), call.revision())
                  : JsonRpcError.resourceNotFound(uri.orElse(""), call.revision());
          case INVALID -> JsonRpcError.invalidParams(why.getMessage());
          case FAILED ->
              new JsonRpcError(ErrorCode.INTERNAL_ERROR, why.getMessage(), failure.data());
        });
  }

  private static String reason(ResourceFetch.Fetched.Failure failure) {
    String other =
        switch (failure.why().kind()) {
          case NOT_FOUND -> "not-found";
          case INVALID -> "invalid-params";
          case FAILED -> "broken";
        };
    return failure.data().path("reason").stringValue(other);
  }
}
