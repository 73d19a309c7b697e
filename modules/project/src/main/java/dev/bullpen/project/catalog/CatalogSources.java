package dev.bullpen.project.catalog;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Where a catalog comes from.
 *
 * @param origins what those of its lists were made from that take long to be made; see {@link
 *     ListOrigins}
 * @param toolsAreFound whether tools are what lies in the tools folder, and not registered
 * @param registeredFiles that a registration names below the project, existing or not
 */
public record CatalogSources(
    Map<CatalogKind, String> origins, boolean toolsAreFound, Set<Path> registeredFiles) {
  static final CatalogSources UNKNOWN = new CatalogSources(Map.of(), false, Set.of());
}
