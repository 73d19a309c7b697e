package dev.bullpen.server.catalog;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ListPage;
import dev.bullpen.protocol.shape.ListedDefinition;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.client.Rights;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** One of the four lists: the items of a kind in the catalog, a page at a time. */
public final class Listing implements Handler {
  /** A client may ask for larger pages than the operator's, up to this size. */
  private static final int MAX_PAGE = 200;

  private final ListKind kind;
  private final Catalogs catalogs;
  private final int pageSize;
  private final CacheHint hint;

  public Listing(ListKind kind, Catalogs catalogs, int pageSize, CacheHint hint) {
    this.kind = kind;
    this.catalogs = catalogs;
    this.pageSize = pageSize;
    this.hint = hint;
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
      call.client().agreement().shown(kind.kind, inForce().fingerprint(kind.kind));
    }
    // Taken after the fingerprint, so that the session is notified of a change in between.
    Catalog catalog = inForce();
    List<ObjectNode> all = kind.usable(catalog.listed(kind.kind), call);
    String fingerprint = catalog.fingerprint(kind.kind);
    int from =
        params.cursor().isEmpty()
            ? 0
            : ListPage.offset(params.cursor().get(), kind.member, fingerprint, all.size());
    int to = Math.min(all.size(), from + wanted(params));
    List<ObjectNode> shown = kind.shown(all, from, to, call.revision());
    Optional<String> next =
        to < all.size()
            ? Optional.of(ListPage.cursor(kind.member, fingerprint, to))
            : Optional.empty();
    CacheHint own = call.principal().cacheHint(hint);
    call.answer(ListPage.result(kind.member, shown, next, all.size(), call.revision(), own));
  }

  private Catalog inForce() throws JsonRpcException {
    return catalogs.inForce("Unable to list " + kind.words());
  }

  /** The four lists: what the catalog has for each, and how a revision sees it. */
  public enum ListKind {
    TOOLS(CatalogKind.TOOLS, "tools", "name", ListedDefinition::tool),
    PROMPTS(CatalogKind.PROMPTS, "prompts", "name", ListedDefinition::prompt),
    RESOURCES(CatalogKind.RESOURCES, "resources", "uri", ListedDefinition::resource),
    RESOURCE_TEMPLATES(
        CatalogKind.RESOURCE_TEMPLATES,
        "resourceTemplates",
        "uriTemplate",
        ListedDefinition::resourceTemplate);

    private final CatalogKind kind;

    /** The result's member, to which its cursors are also bound. */
    private final String member;

    /** The member of an item by which clients name it. */
    private final String named;

    private final BiFunction<ObjectNode, Revision, ObjectNode> shape;

    ListKind(
        CatalogKind kind,
        String member,
        String named,
        BiFunction<ObjectNode, Revision, ObjectNode> shape) {
      this.kind = kind;
      this.member = member;
      this.named = named;
      this.shape = shape;
    }

    /** The items of a list that a client may use. */
    List<ObjectNode> usable(List<ObjectNode> list, Call call) {
      return call.client().rights() == Rights.ALL
          ? list
          : list.stream().filter(item -> call.mayUse(kind, item.path(named).asString(""))).toList();
    }

    String words() {
      return this == RESOURCE_TEMPLATES ? "resource templates" : member;
    }

    /** The items from one index to before another, as a client of that revision sees them. */
    List<ObjectNode> shown(List<ObjectNode> list, int from, int to, Revision revision) {
      List<ObjectNode> page =
          this == TOOLS ? UsableSchemas.page(list, from, to) : list.subList(from, to);
      return page.stream().map(definition -> shape.apply(definition, revision)).toList();
    }
  }
}
