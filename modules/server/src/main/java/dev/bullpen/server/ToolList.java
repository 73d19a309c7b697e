package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.project.Catalog;
import dev.bullpen.project.Tool;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.ListCursor;
import dev.bullpen.protocol.ListParams;
import dev.bullpen.protocol.ListResult;
import dev.bullpen.protocol.ToolDefinition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools/list}: what the catalog holds, a page at a time. */
final class ToolList implements Handler {
  private static final Logger LOG = System.getLogger("bullpen.tools");

  private static final String COLLECTION = "tools";
  private static final int PAGE = 50;
  private static final int MAX_PAGE = 200;

  /** Which set of tools a cursor counts in; made once for each catalog. */
  private record Fingerprint(Catalog catalog, String text) {}

  private final Catalogs catalogs;
  private volatile Fingerprint fingerprint = new Fingerprint(null, "");

  ToolList(Catalogs catalogs) {
    this.catalogs = catalogs;
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
              "Unable to list tools: the project's registration is broken; the server's error"
                  + " output says how to mend it"));
    }
    List<Tool> tools = catalog.tools();
    int from =
        params.cursor().isEmpty()
            ? 0
            : ListCursor.decode(params.cursor().get(), COLLECTION, fingerprint(catalog));
    int to = Math.min(tools.size(), from + Math.min(params.limit().orElse(PAGE), MAX_PAGE));
    List<ObjectNode> page =
        tools.subList(Math.min(from, to), to).stream()
            .map(tool -> ToolDefinition.forRevision(tool.definition(), call.revision()))
            .toList();
    Optional<String> next =
        to < tools.size()
            ? Optional.of(ListCursor.encode(COLLECTION, fingerprint(catalog), to))
            : Optional.empty();
    call.answer(
        ListResult.build(COLLECTION, page, next, tools.size(), call.revision(), CacheHint.STALE));
  }

  private String fingerprint(Catalog catalog) {
    Fingerprint known = fingerprint;
    if (known.catalog() != catalog) {
      known = new Fingerprint(catalog, Integer.toHexString(digest(catalog)));
      fingerprint = known;
    }
    return known.text();
  }

  /** Not for security: a cursor that is found stale costs a client one more walk. */
  private static int digest(Catalog catalog) {
    int digest = catalog.tools().size();
    for (Tool tool : catalog.tools()) {
      digest = 31 * digest + Json.text(tool.definition()).hashCode();
    }
    return digest;
  }
}
