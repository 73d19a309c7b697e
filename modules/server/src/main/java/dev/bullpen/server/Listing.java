package dev.bullpen.server;

import dev.bullpen.project.Catalog;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ListCursor;
import dev.bullpen.protocol.ListParams;
import dev.bullpen.protocol.ListResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One of the four lists: what the catalog holds of a kind, a page at a time. */
final class Listing implements Handler {
  private static final Logger LOG = System.getLogger("bullpen.lists");

  private static final int PAGE = 50;
  private static final int MAX_PAGE = 200;

  private final ListKind kind;
  private final Catalogs catalogs;
  private final CacheHint hint;

  /**
   * @param hint how long a modern client may keep a page
   */
  Listing(ListKind kind, Catalogs catalogs, CacheHint hint) {
    this.kind = kind;
    this.catalogs = catalogs;
    this.hint = hint;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    ListParams params = ListParams.parse(call.params());
    catalogs.whenLoaded(call.guarded(() -> answer(call, params)));
  }

  private void answer(Call call, ListParams params) throws JsonRpcException {
    Catalog catalog = catalogs.project().catalog();
    if (catalog.broken().isPresent()) {
      LOG.log(Level.WARNING, catalog.broken().get().getMessage());
      throw new JsonRpcException(
          JsonRpcError.internalError(
              "Unable to list %s: the project's registration is broken; the server's error output says how to mend it"
                  .formatted(kind.words())));
    }
    List<ObjectNode> all = kind.definitions(catalog);
    String fingerprint = kind.fingerprint(catalog);
    int from =
        params.cursor().isEmpty()
            ? 0
            : ListCursor.decode(params.cursor().get(), kind.member(), fingerprint);
    int to = Math.min(all.size(), from + Math.min(params.limit().orElse(PAGE), MAX_PAGE));
    List<ObjectNode> page =
        all.subList(Math.min(from, to), to).stream()
            .map(definition -> kind.shown(definition, call.revision()))
            .toList();
    Optional<String> next =
        to < all.size()
            ? Optional.of(ListCursor.encode(kind.member(), fingerprint, to))
            : Optional.empty();
    call.answer(ListResult.build(kind.member(), page, next, all.size(), call.revision(), hint));
  }
}
