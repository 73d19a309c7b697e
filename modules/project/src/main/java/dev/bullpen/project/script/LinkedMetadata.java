package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.SmallFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Metadata that is a symbolic link, as where several tools share one. It is read where it leads, as
 * mcp-bash does, unless that is out of the project. Scripts are not found by links: what runs is to
 * be seen where it lies.
 */
public final class LinkedMetadata {
  private LinkedMetadata() {}

  public static Stream<String> of(FolderListing listing) {
    return listing.links().stream().filter(path -> path.endsWith(Discovery.METADATA)).sorted();
  }

  /** Whether a link leads to something in the project; if not, that is said. */
  public static boolean checkInside(Folder folder, Path link, Consumer<String> problems) {
    boolean isInside = folder.contains(link);
    if (!isInside) {
      problems.accept(
          "%s is ignored: it is a symbolic link that leads to no file of the project. Put the metadata itself there."
              .formatted(link));
    }
    return isInside;
  }

  /** What a link leads to; empty if it is no metadata or not in the project, which is said. */
  public static Optional<ObjectNode> read(Folder folder, Path link, Consumer<String> problems) {
    return checkInside(folder, link, problems)
        ? SmallFile.object(link, problems, List.of(folder))
        : Optional.empty();
  }
}
