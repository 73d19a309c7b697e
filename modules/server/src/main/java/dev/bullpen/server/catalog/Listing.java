package dev.bullpen.server.catalog;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.FirstPage;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.ListCursor;
import dev.bullpen.protocol.method.ListParams;
import dev.bullpen.protocol.method.ListResult;
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
  private final CacheHint earlyHint;
  private final Session session;

  /**
   * @param pageSize how many a page has, unless the client asks otherwise
   * @param hint how long a modern client may keep a page
   * @param session is told when a page was not true, or is not any more
   */
  public Listing(ListKind kind, Catalogs catalogs, int pageSize, CacheHint hint, Session session) {
    this.kind = kind;
    this.catalogs = catalogs;
    this.pageSize = pageSize;
    this.hint = hint;
    // What nobody has looked at yet is not to be kept, whatever the project says of its lists.
    this.earlyHint = new CacheHint(0, hint.scope());
    this.session = session;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    ListParams params = ListParams.parse(call.params());
    Call.Work answer = () -> answer(call, params);
    boolean mayBeEarly = params.cursor().isEmpty() && (call.isModern() || session.isReady());
    if (mayBeEarly) {
      catalogs.whenListable(kind.kind(), page -> answerEarly(call, params, page), call, answer);
    } else {
      catalogs.whenLoaded(call, answer);
    }
  }

  private boolean answerEarly(Call call, ListParams params, FirstPage first) {
    int wanted = wanted(params);
    if (!first.has(wanted)) {
      return false;
    }
    List<ObjectNode> definitions = first.definitions();
    List<ObjectNode> page = definitions.subList(0, Math.min(wanted, definitions.size()));
    call.serve(
        () -> call.answer(result(call, page, 0, first.fingerprint(), first.total(), earlyHint)));
    return true;
  }

  private int wanted(ListParams params) {
    return Math.min(params.limit().orElse(pageSize), Math.max(pageSize, MAX_PAGE));
  }

  private void answer(Call call, ListParams params) throws JsonRpcException {
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
            : ListCursor.decode(params.cursor().get(), kind.member(), fingerprint, all.size());
    int to = Math.min(all.size(), from + wanted(params));
    List<ObjectNode> page = all.subList(from, to);
    call.answer(result(call, page, from, fingerprint, all.size(), hint));
  }

  private Catalog inForce() throws JsonRpcException {
    return catalogs.inForce("Unable to list " + kind.words());
  }

  /**
   * @param from how many come before the page
   */
  private ObjectNode result(
      Call call, List<ObjectNode> page, int from, String fingerprint, int total, CacheHint hint) {
    List<ObjectNode> shown =
        page.stream().map(definition -> kind.shown(definition, call.revision())).toList();
    int to = from + page.size();
    Optional<String> next =
        to < total
            ? Optional.of(ListCursor.encode(kind.member(), fingerprint, to))
            : Optional.empty();
    return ListResult.build(kind.member(), shown, next, total, call.revision(), hint);
  }
}
