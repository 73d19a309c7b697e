package dev.bullpen.server.catalog;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.Definition;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** The four lists: what the catalog has for each, and how a revision sees it. */
public enum ListKind {
  TOOLS(CatalogKind.TOOLS, "tools", UsableSchemas::page, Definition::tool),
  PROMPTS(CatalogKind.PROMPTS, "prompts", List::subList, Definition::prompt),
  RESOURCES(CatalogKind.RESOURCES, "resources", List::subList, Definition::resource),
  RESOURCE_TEMPLATES(
      CatalogKind.RESOURCE_TEMPLATES,
      "resourceTemplates",
      List::subList,
      Definition::resourceTemplate);

  /** A part of a list, of which clients can use every item. */
  private interface Page {
    List<ObjectNode> of(List<ObjectNode> list, int from, int to);
  }

  private final CatalogKind kind;
  private final String member;
  private final Page page;
  private final BiFunction<ObjectNode, Revision, ObjectNode> shape;

  ListKind(
      CatalogKind kind,
      String member,
      Page page,
      BiFunction<ObjectNode, Revision, ObjectNode> shape) {
    this.kind = kind;
    this.member = member;
    this.page = page;
    this.shape = shape;
  }

  /** What the project calls it. */
  CatalogKind kind() {
    return kind;
  }

  /** Of the result, which is also what its cursors are bound to. */
  String member() {
    return member;
  }

  /** For messages. */
  String words() {
    return this == RESOURCE_TEMPLATES ? "resource templates" : member;
  }

  /** All there are, in order; to be read only. */
  List<ObjectNode> definitions(Catalog catalog) {
    return catalog.listed(kind);
  }

  /** Differs whenever the list does. */
  String fingerprint(Catalog catalog) {
    return catalog.fingerprint(kind);
  }

  /**
   * Some of them as a client of that revision may see them.
   *
   * @param list the whole list, or its beginning
   * @param from the first that is wanted
   * @param to the last that is wanted comes before
   */
  List<ObjectNode> shown(List<ObjectNode> list, int from, int to, Revision revision) {
    return page.of(list, from, to).stream()
        .map(definition -> shape.apply(definition, revision))
        .toList();
  }
}
