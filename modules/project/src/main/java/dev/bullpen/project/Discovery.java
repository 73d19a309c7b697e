package dev.bullpen.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a prompts or resources folder publishes, and the metadata that speaks of it.
 *
 * <p>A file is published with its metadata, {@code FILE.meta.json} or {@code STEM.meta.json}, or
 * without any. What merely lies about is not: completion scripts never, other scripts, READMEs and
 * editors' backups only where metadata is theirs. Theirs means the exact file name, or the stem
 * when no ordinary file shares it.
 */
final class Discovery {
  static final String METADATA = ".meta.json";

  private final Folder folder;
  private final Consumer<String> warnings;
  private final Set<String> ordinary = new HashSet<>();
  private final List<String> bystanders = new ArrayList<>();
  private final Map<String, Optional<ObjectNode>> metadata = new LinkedHashMap<>();

  /** List a folder and read its metadata files. */
  Discovery(Folder folder, Consumer<String> warnings) {
    this.folder = folder;
    this.warnings = warnings;
    for (String path : FolderListing.of(folder, warnings)) {
      String fileName = FoundFile.fileName(path);
      if (fileName.endsWith(METADATA)) {
        metadata.put(path, SmallFile.object(folder.path().resolve(path), warnings));
      } else if (!CompletionScripts.isCompletionScript(fileName)) {
        if (isBystander(path)) {
          bystanders.add(path);
        } else {
          ordinary.add(path);
        }
      }
    }
  }

  /** Everything published, sorted by path. */
  List<FoundFile> files() {
    Set<String> takenStems = new HashSet<>();
    Map<String, FoundFile> found = new HashMap<>();
    for (String path : ordinary) {
      takenStems.add(stemMetadata(path));
      found.put(path, file(path, metadataPath(path)));
    }
    for (String path : bystanders) {
      metadataPath(path)
          .filter(meta -> meta.equals(path + METADATA) || !takenStems.contains(meta))
          .ifPresent(meta -> found.put(path, file(path, Optional.of(meta))));
    }
    return found.keySet().stream().sorted().map(found::get).toList();
  }

  /** Every readable metadata object by the path of its file without {@code .meta.json}, sorted. */
  Map<String, ObjectNode> metadata() {
    Map<String, ObjectNode> byPath = new LinkedHashMap<>();
    metadata.forEach(
        (path, object) ->
            object.ifPresent(
                value -> byPath.put(path.substring(0, path.length() - METADATA.length()), value)));
    return byPath;
  }

  Folder folder() {
    return folder;
  }

  Consumer<String> warnings() {
    return warnings;
  }

  private FoundFile file(String path, Optional<String> metadataPath) {
    Path file = folder.path().resolve(path);
    return new FoundFile(path, file, metadataPath.flatMap(metadata::get));
  }

  private Optional<String> metadataPath(String path) {
    if (metadata.containsKey(path + METADATA)) {
      return Optional.of(path + METADATA);
    }
    return Optional.of(stemMetadata(path)).filter(metadata::containsKey);
  }

  private static String stemMetadata(String path) {
    String fileName = FoundFile.fileName(path);
    String parent = path.substring(0, path.length() - fileName.length());
    return parent + FoundFile.stem(fileName) + METADATA;
  }

  private boolean isBystander(String path) {
    String name = FoundFile.fileName(path);
    return isLeftLying(name)
        || ScriptCommand.isNamedForBash(name)
        || ScriptCommand.hasShebang(folder.path().resolve(path));
  }

  /** Whether a file is a README or an editor's backup, by its name. */
  static boolean isLeftLying(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return name.equals("readme")
        || name.startsWith("readme.")
        || name.endsWith("~")
        || name.endsWith(".bak")
        || name.endsWith(".orig")
        || name.endsWith(".swp");
  }
}
