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
import java.util.LinkedHashSet;
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
 * Finds what a prompts or resources folder publishes.
 *
 * <p>A file is published with or without metadata beside it, {@code FILE.meta.json} or {@code
 * STEM.meta.json}. Completion scripts are never published. Other scripts, programs in Java, READMEs
 * and editors' backups are published only with metadata for their exact file name, or for their
 * stem if no ordinary file has the same stem.
 */
public final class Discovery {
  public static final String METADATA = ".meta.json";

  /** The endings of completion scripts, in order of search. */
  private static final List<String> ENDINGS =
      List.of(
          ".completion.sh",
          ".completion",
          ".completion.mjs", // Node.js reads modules by this name alone
          ".completion.java",
          ".completion.jar");

  private final Folder folder;
  private final Warnings warnings;
  private final List<ListedFile> candidates = new ArrayList<>();
  private final Set<String> completionScripts = new HashSet<>();
  private final Set<String> programs = new HashSet<>();
  private final Map<String, Optional<ObjectNode>> metadata = new TreeMap<>();

  private final Set<String> used = new HashSet<>();

  /** By path. Opening files takes most of the time of a reading, so each is opened only once. */
  private final Map<String, Head> heads = new HashMap<>();

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
      } else if (isCompletionScript(path)) {
        completionScripts.add(path);
      } else {
        candidates.add(file);
        if (JavaProgram.is(path)) {
          programs.add(path);
        }
      }
    }
    linkedMetadata(listing).forEach(this::readLinked);
    listing.links().stream().filter(Discovery::isCompletionScript).forEach(completionScripts::add);
  }

  private record Head(boolean isScript, InlineMetadata inside) {}

  private Head head(String path) {
    return heads.computeIfAbsent(
        path,
        it -> {
          byte[] head = InlineMetadata.head(folder.path().resolve(it));
          return new Head(ScriptCommand.isShebang(head), InlineMetadata.in(head));
        });
  }

  private void readLinked(String path) {
    Path link = folder.path().resolve(path);
    Optional<ObjectNode> object = metadata(link, folder, warnings);
    if (folder.contains(link)) {
      metadata.put(path, object);
    }
  }

  /**
   * Metadata files that are symbolic links, because several tools may share one. They are followed,
   * as in mcp-bash, unless they lead out of the project. Scripts are not found through links.
   */
  public static Stream<String> linkedMetadata(FolderListing listing) {
    return listing.links().stream().filter(path -> path.endsWith(METADATA)).sorted();
  }

  /** Reads metadata; empty, with a warning, if it cannot be read. */
  public static Optional<ObjectNode> metadata(Path file, Folder folder, Warnings problems) {
    if (!Files.isSymbolicLink(file) || folder.contains(file)) {
      return SmallFile.object(file, problems, List.of(folder));
    }
    problems.add(
        "%s is ignored: it is a symbolic link that leads to no file of the project. Replace it by the metadata itself."
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

  /** Warns of metadata that requires a file and has none. Call {@link #files} before. */
  public void reportOrphans(Predicate<ObjectNode> needsFile) {
    for (Map.Entry<String, Optional<ObjectNode>> one : metadata.entrySet()) {
      boolean isOrphan = !used.contains(one.getKey()) && one.getValue().isPresent();
      if (isOrphan && needsFile.test(one.getValue().get())) {
        warnings.add(
            "%s is ignored: there is no file with that name beside it, and symbolic links do not count. Put one there, or register it in server.d/register.json."
                .formatted(folder.path().resolve(one.getKey())));
      }
    }
  }

  /** All readable metadata objects by the path of their file without {@code .meta.json}, sorted. */
  public Map<String, ObjectNode> metadata() {
    Map<String, ObjectNode> byPath = new LinkedHashMap<>();
    metadata.forEach(
        (path, object) ->
            object.ifPresent(
                value -> byPath.put(path.substring(0, path.length() - METADATA.length()), value)));
    return byPath;
  }

  /** The metadata inside a file. Warns of a mistake in it. */
  public Optional<ObjectNode> inline(FoundFile file) {
    InlineMetadata inside = head(file.path()).inside();
    inside
        .mistake()
        .ifPresent(
            mistake ->
                warnings.add("%s is used without metadata: %s".formatted(file.file(), mistake)));
    return inside.object();
  }

  public Optional<String> completionScript(String path) {
    // Most folders contain none; then no name has to be tried on disk.
    Set<String> existing = completionsOf(path);
    existing.retainAll(completionScripts);
    return firstUsable(existing, folder, warnings);
  }

  /** The program in Java of a metadata file, by the path without {@code .meta.json}. */
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

  /** The path of a file's metadata, "" for none; empty if the file is not published. */
  private Optional<String> metadataPath(String path, Map<String, List<ListedFile>> byStem) {
    if (metadata.containsKey(path + METADATA)) {
      return Optional.of(path + METADATA);
    }
    String ofStem = stemMetadata(path);
    boolean isDescribed = metadata.containsKey(ofStem);
    List<ListedFile> sharing = byStem.getOrDefault(ofStem, List.of());
    // A file with a unique stem need not be opened to find out its type.
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

  /** Whether a file is published only with its own metadata. */
  private boolean isBystander(String path) {
    String name = FoundFile.fileName(path);
    return isLeftLying(name)
        || ScriptCommand.isNamedForBash(name)
        || JavaProgram.is(name)
        || head(path).isScript();
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

  static boolean isCompletionScript(String fileName) {
    return ENDINGS.stream().anyMatch(fileName::endsWith);
  }

  /**
   * The first usable completion script beside a file: {@code P.completion.sh}, {@code
   * P.completion}, {@code P.completion.mjs}, {@code P.completion.java}, {@code P.completion.jar},
   * and the same for P without its extension.
   *
   * @param path of the published file, relative to the folder
   */
  public static Optional<String> completionBeside(String path, Folder folder, Warnings warnings) {
    return firstUsable(completionsOf(path), folder, warnings);
  }

  /**
   * The same for a resource template, whose script may also have the template's name: {@code
   * NAME.completion.sh} in the folder, or in its subfolder {@code NAME}.
   *
   * @param path of its metadata without the ending; may be empty
   */
  public static Optional<String> completionOfTemplate(
      String path, String name, Folder folder, Warnings warnings) {
    Set<String> candidates = completionsOf(path);
    if (!name.startsWith(".") && name.indexOf('/') < 0) {
      ENDINGS.forEach(ending -> candidates.add(name + ending));
      ENDINGS.forEach(ending -> candidates.add(name + "/" + name + ending));
    }
    return firstUsable(candidates, folder, warnings);
  }

  private static Optional<String> firstUsable(
      Set<String> candidates, Folder folder, Warnings warnings) {
    for (String path : candidates) {
      Optional<Path> file = folder.resolve(path).filter(Files::isRegularFile);
      Optional<String> objection = file.flatMap(script -> completionObjection(script, folder));
      objection.ifPresent(warnings::add);
      if (file.isPresent() && objection.isEmpty()) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> completionObjection(Path script, Folder folder) {
    if (!folder.contains(script)) {
      return Optional.of(
          "%s is ignored: it leads out of the project. Put a real file in its place."
              .formatted(script));
    }
    if (!JavaProgram.is(script) && !Files.isExecutable(script)) {
      return Optional.of(
          "%s is ignored: it is not executable. Run chmod +x on it.".formatted(script));
    }
    return ScriptCommand.objection(script)
        .map(reason -> reason + " Until then it completes nothing.");
  }

  private static Set<String> completionsOf(String path) {
    Set<String> candidates = new LinkedHashSet<>();
    String fileName = FoundFile.fileName(path);
    if (!fileName.isEmpty()) {
      String folder = path.substring(0, path.length() - fileName.length());
      for (String base : new String[] {fileName, FoundFile.stem(fileName)}) {
        ENDINGS.forEach(ending -> candidates.add(folder + base + ending));
      }
    }
    return candidates;
  }
}
