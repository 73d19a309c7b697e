package dev.bullpen.server.client;

import dev.bullpen.project.catalog.CatalogKind;

/**
 * What a client may see and use of what the project offers. For all else the answer is as if it did
 * not exist. The project's own policy can only narrow this.
 */
public interface Rights {
  Rights ALL = (kind, name) -> true;

  /**
   * @param name of a tool or prompt; the URI of a resource, or that of a template
   */
  boolean mayUse(CatalogKind kind, String name);
}
