package dev.bullpen.project.catalog;

import dev.bullpen.project.registration.Registration;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Where a catalog comes from.
 *
 * @param origins what those of its lists were made from that take long to be made; see {@link
 *     ListOrigins}
 * @param toolsAreFound whether tools are what lies in the tools folder, and not registered
 * @param registeredIn where a registration stands, as a name below the project
 * @param registeredFiles that it names below the project, existing or not
 */
public record CatalogSources(
    Map<CatalogKind, String> origins,
    boolean toolsAreFound,
    String registeredIn,
    Set<Path> registeredFiles) {
  static final CatalogSources UNKNOWN =
      new CatalogSources(Map.of(), false, Registration.DECLARED, Set.of());
}
