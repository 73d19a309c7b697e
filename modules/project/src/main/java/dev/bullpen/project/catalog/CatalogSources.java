package dev.bullpen.project.catalog;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Where a catalog comes from.
 *
 * @param origins what those of its lists were made from that take long to be made; see {@link
 *     ListOrigins}
 * @param registeredFiles that a registration names below the project, existing or not
 */
public record CatalogSources(Map<CatalogKind, String> origins, Set<Path> registeredFiles) {
  static final CatalogSources UNKNOWN = new CatalogSources(Map.of(), Set.of());
}
