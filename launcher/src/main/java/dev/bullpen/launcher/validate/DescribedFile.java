package dev.bullpen.launcher.validate;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The mark that {@code launcher describe} writes into a tool's metadata: the hash of the file that
 * it describes. It shows metadata that is out of date without running the file.
 */
public final class DescribedFile {
  /** The member of the metadata. */
  public static final String KEY = "described";

  private static final String SCHEME = "sha256:";
  private static final String METADATA = ".meta.json";

  private DescribedFile() {}

  public static String sha256(Path script) throws IOException {
    return Fingerprint.sha256(Files.readAllBytes(script));
  }

  /** The member's value. */
  public static String value(String sha256) {
    return SCHEME + sha256;
  }

  /** The metadata file of a tool; empty if it has none of its own. */
  public static Optional<Path> metadata(Tool tool) {
    return tool.where().endsWith(METADATA) ? Optional.of(Path.of(tool.where())) : Optional.empty();
  }

  static void find(Catalog catalog, List<Folder> folders, Findings findings) {
    for (Tool tool : catalog.tools()) {
      Optional<String> mark =
          metadata(tool)
              .flatMap(file -> SmallFile.object(file, said -> {}, folders))
              .flatMap((ObjectNode metadata) -> Members.silentString(metadata, KEY));
      try {
        if (mark.isPresent() && !mark.get().equals(value(sha256(tool.script())))) {
          findings.note(
              "%s is out of date: %s has changed since. Run launcher describe %s."
                  .formatted(tool.where(), tool.script().getFileName(), tool.name()));
        }
      } catch (IOException e) {
        // An unreadable script is reported by the check of how it starts.
      }
    }
  }
}
