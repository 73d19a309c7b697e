package dev.bullpen.project.resource;

import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The pages of a project's interfaces, by their {@code ui} URIs. */
public interface UiPages {
  /** The file of a page; absolute, in a folder the project may publish. */
  Optional<Path> html(String uri);

  /** The {@code _meta} of the content of a page, {@code {ui: {csp?, permissions?, ...}}}. */
  Optional<ObjectNode> meta(String uri);
}
