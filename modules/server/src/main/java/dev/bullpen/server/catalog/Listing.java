package dev.bullpen.server.catalog;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.ListPage;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.session.Session;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One of the four lists: what the catalog holds of a kind, a page at a time. */
public final class Listing implements Handler {
  /** A client may ask for larger pages than the operator's, up to this. */
  private static final int MAX_PAGE = 200;

  private final ListKind kind;
  private final Catalogs catalogs;
  private final int pageSize;
  private final CacheHint hint;
  private final Session session;

  /**
   * @param pageSize how many a page has, unless the client asks otherwise
   * @param hint how long a modern client may keep a page
   * @param session is told when what a client was shown is not so any more
   */
  public Listing(ListKind kind, Catalogs catalogs, int pageSize, CacheHint hint, Session session) {
    this.kind = kind;
    this.catalogs = catalogs;
    this.pageSize = pageSize;
    this.hint = hint;
    this.session = session;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    ListPage params = ListPage.parse(call.params());
    catalogs.whenLoaded(call, () -> answer(call, params));
  }

  private int wanted(ListPage params) {
    return Math.min(params.limit().orElse(pageSize), Math.max(pageSize, MAX_PAGE));
  }

  private void answer(Call call, ListPage params) throws JsonRpcException {
    if (!call.isModern()) {
      session.shown(kind.kind(), kind.fingerprint(inForce()));
    }
    // Taken after that: what is another since is told to the session, and what was before is shown.
    Catalog catalog = inForce();
    List<ObjectNode> all = kind.definitions(catalog);
    String fingerprint = kind.fingerprint(catalog);
    int from =
        params.cursor().isEmpty()
            ? 0
            : ListPage.offset(params.cursor().get(), kind.member(), fingerprint, all.size());
    int to = Math.min(all.size(), from + wanted(params));
    List<ObjectNode> shown = kind.shown(all, from, to, call.revision());
    call.answer(result(call, shown, from, fingerprint, all.size()));
  }

  private Catalog inForce() throws JsonRpcException {
    return catalogs.inForce("Unable to list " + kind.words());
  }

  /**
   * @param from how many come before the page
   */
  private ObjectNode result(
      Call call, List<ObjectNode> shown, int from, String fingerprint, int total) {
    int to = from + shown.size();
    Optional<String> next =
        to < total
            ? Optional.of(ListPage.cursor(kind.member(), fingerprint, to))
            : Optional.empty();
    return ListPage.result(kind.member(), shown, next, total, call.revision(), hint);
  }
}
