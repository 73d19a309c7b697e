package dev.bullpen.project.catalog;

import dev.bullpen.project.registration.Registration;
import java.nio.file.Path;
import java.util.Set;

/**
 * Where a catalog comes from.
 *
 * @param toolsAreFound whether tools are what lies in the tools folder, and not registered
 * @param registeredIn where a registration stands, as a name below the project
 * @param registeredFiles that it names below the project, existing or not
 * @param links symbolic links to metadata, in the folders that are not registered
 */
public record CatalogSources(
    boolean toolsAreFound, String registeredIn, Set<Path> registeredFiles, Set<Path> links) {
  /** Before anything has been read, and where nothing could be. */
  public static final CatalogSources UNKNOWN =
      new CatalogSources(false, Registration.DECLARED, Set.of(), Set.of());
}
