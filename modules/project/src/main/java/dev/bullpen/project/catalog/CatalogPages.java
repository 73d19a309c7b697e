package dev.bullpen.project.catalog;

import dev.bullpen.project.resource.UiPages;
import dev.bullpen.project.ui.UiResource;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The pages of the interfaces in one catalog. */
public record CatalogPages(Catalog catalog) implements UiPages {
  @Override
  public Optional<Path> html(String uri) {
    return catalog.uiResource(uri).map(UiResource::html);
  }

  @Override
  public Optional<ObjectNode> meta(String uri) {
    return catalog.uiResource(uri).map(UiResource::meta);
  }
}
