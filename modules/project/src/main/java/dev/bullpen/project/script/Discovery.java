package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.InlineMetadata;
import java.nio.file.Files;
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
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a prompts or resources folder publishes, and the metadata that speaks of it.
 *
 * <p>A file is published with its metadata, {@code FILE.meta.json} or {@code STEM.meta.json}, or
 * without any. What merely lies about is not: completion scripts never, other scripts, programs in
 * Java, READMEs and editors' backups only where metadata is theirs. Theirs means the exact file
 * name, or the stem when no ordinary file shares it.
 */
public final class Discovery {
  public static final String METADATA = ".meta.json";

  private final Folder folder;
  private final Warnings warnings;
  private final List<ListedFile> candidates = new ArrayList<>();
  private final Set<String> completionScripts = new HashSet<>();
  private final Set<String> programs = new HashSet<>();
  private final Map<String, Optional<ObjectNode>> metadata = new TreeMap<>();

  /** Metadata that speaks of a file. */
  private final Set<String> used = new HashSet<>();

  /** Of the paths asked about: to know it, a file may have to be opened. */
  private final Map<String, Boolean> bystanders = new HashMap<>();

  /** What files say themselves that had to be opened. */
  private final Map<String, InlineMetadata> opened = new HashMap<>();

  private final Map<String, Boolean> freeStems = new HashMap<>();

  public Discovery(FolderListing listing, Warnings warnings) {
    this.folder = listing.folder();
    this.warnings = warnings;
    listing.problems().forEach(warnings::add);
    for (ListedFile file : listing.files()) {
      String path = file.path();
      if (path.endsWith(METADATA)) {
        metadata.put(
            path, SmallFile.object(folder.path().resolve(path), warnings, List.of(folder)));
      } else if (CompletionScripts.isCompletionScript(path)) {
        completionScripts.add(path);
      } else {
        candidates.add(file);
        if (JavaProgram.is(path)) {
          programs.add(path);
        }
      }
    }
    linkedMetadata(listing).forEach(this::readLinked);
    listing.links().stream()
        .filter(CompletionScripts::isCompletionScript)
        .forEach(completionScripts::add);
  }

  private void readLinked(String path) {
    Path link = folder.path().resolve(path);
    Optional<ObjectNode> object = metadata(link, folder, warnings);
    if (folder.contains(link)) {
      metadata.put(path, object);
    }
  }

  /**
   * Metadata that is a symbolic link, as where several tools share one. It is read where it leads,
   * as mcp-bash does, unless that is out of the project. Scripts are not found by links: what runs
   * is to be seen where it lies.
   */
  public static Stream<String> linkedMetadata(FolderListing listing) {
    return listing.links().stream().filter(path -> path.endsWith(METADATA)).sorted();
  }

  /** Read a file, or what a link leads to; what cannot be read is reported and empty. */
  public static Optional<ObjectNode> metadata(Path file, Folder folder, Warnings problems) {
    if (!Files.isSymbolicLink(file) || folder.contains(file)) {
      return SmallFile.object(file, problems, List.of(folder));
    }
    problems.add(
        "%s is ignored: it is a symbolic link that leads to no file of the project. Put the metadata itself there."
            .formatted(file));
    return Optional.empty();
  }

  public List<FoundFile> files() {
    Map<String, List<ListedFile>> byStem = new HashMap<>();
    for (ListedFile file : candidates) {
      byStem.computeIfAbsent(stemMetadata(file.path()), stem -> new ArrayList<>(1)).add(file);
    }
    List<FoundFile> found = new ArrayList<>(candidates.size());
    for (ListedFile file : candidates) {
      metadataPath(file.path(), byStem).ifPresent(of -> found.add(found(file, of)));
    }
    return found;
  }

  /** Report metadata that needs a file and has none; {@link #files} must have been asked for. */
  public void reportOrphans(Predicate<ObjectNode> needsFile) {
    for (Map.Entry<String, Optional<ObjectNode>> one : metadata.entrySet()) {
      boolean isOrphan = !used.contains(one.getKey()) && one.getValue().isPresent();
      if (isOrphan && needsFile.test(one.getValue().get())) {
        warnings.add(
            "%s is ignored: no file of that name lies beside it, and symbolic links do not count. Put one there, or register it in server.d/register.json."
                .formatted(folder.path().resolve(one.getKey())));
      }
    }
  }

  /** Every readable metadata object by the path of its file without {@code .meta.json}, sorted. */
  public Map<String, ObjectNode> metadata() {
    Map<String, ObjectNode> byPath = new LinkedHashMap<>();
    metadata.forEach(
        (path, object) ->
            object.ifPresent(
                value -> byPath.put(path.substring(0, path.length() - METADATA.length()), value)));
    return byPath;
  }

  /** The metadata inside a file; what cannot be read of it is said. */
  public Optional<ObjectNode> inline(FoundFile file) {
    InlineMetadata inside =
        Optional.ofNullable(opened.get(file.path()))
            .orElseGet(() -> InlineMetadata.read(file.file()));
    inside
        .mistake()
        .ifPresent(
            mistake -> warnings.add("%s is taken as it is: %s".formatted(file.file(), mistake)));
    return inside.object();
  }

  public Optional<String> completionScript(String path) {
    // Most folders hold none, and then no name needs to be tried on the disk.
    return completionScripts.isEmpty()
        ? Optional.empty()
        : CompletionScripts.beside(path, completionScripts, folder, warnings);
  }

  /** The program in Java that metadata speaks of, by its path without {@code .meta.json}. */
  public Optional<String> program(String path) {
    return Stream.of(path, path + JavaProgram.SOURCE, path + JavaProgram.JAR)
        .filter(programs::contains)
        .findFirst();
  }

  private FoundFile found(ListedFile listed, String metadataPath) {
    used.add(metadataPath);
    Path file = folder.path().resolve(listed.path());
    Path where = metadataPath.isEmpty() ? file : folder.path().resolve(metadataPath);
    Optional<ObjectNode> object = metadata.getOrDefault(metadataPath, Optional.empty());
    return new FoundFile(listed.path(), file, listed.size(), object, where);
  }

  /** Which metadata is a file's, "" for none; empty when it merely lies about. */
  private Optional<String> metadataPath(String path, Map<String, List<ListedFile>> byStem) {
    if (metadata.containsKey(path + METADATA)) {
      return Optional.of(path + METADATA);
    }
    String ofStem = stemMetadata(path);
    boolean isDescribed = metadata.containsKey(ofStem);
    List<ListedFile> sharing = byStem.getOrDefault(ofStem, List.of());
    // A file that has the stem for itself need not be opened to see what it is.
    if (isDescribed && sharing.size() == 1) {
      return Optional.of(ofStem);
    }
    if (!isBystander(path)) {
      return Optional.of(isDescribed ? ofStem : "");
    }
    boolean isFree =
        isDescribed
            && freeStems.computeIfAbsent(
                ofStem, stem -> sharing.stream().allMatch(file -> isBystander(file.path())));
    return isFree ? Optional.of(ofStem) : Optional.empty();
  }

  private static String stemMetadata(String path) {
    String fileName = FoundFile.fileName(path);
    String parent = path.substring(0, path.length() - fileName.length());
    return parent + FoundFile.stem(fileName) + METADATA;
  }

  private boolean isBystander(String path) {
    return bystanders.computeIfAbsent(path, this::looksLikeBystander);
  }

  private boolean looksLikeBystander(String path) {
    String name = FoundFile.fileName(path);
    if (isLeftLying(name) || ScriptCommand.isNamedForBash(name) || JavaProgram.is(name)) {
      return true;
    }
    // Opening thousands of files is most of a reading: once for both questions.
    byte[] head = InlineMetadata.head(folder.path().resolve(path));
    opened.put(path, InlineMetadata.in(head));
    return ScriptCommand.isShebang(head);
  }

  /** Whether a file is a README or an editor's backup, by its name. */
  public static boolean isLeftLying(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return name.equals("readme")
        || name.startsWith("readme.")
        || name.endsWith("~")
        || name.endsWith(".bak")
        || name.endsWith(".orig")
        || name.endsWith(".swp");
  }
}
