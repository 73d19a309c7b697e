package dev.bullpen.project.tool;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.ListedFile;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.script.LinkedMetadata;
import dev.bullpen.project.ui.UiDiscovery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a tools folder publishes.
 *
 * <p>Looked at are the regular files of its subfolders at any depth; not those of the folder
 * itself, hidden files and folders, symbolic links other than {@link LinkedMetadata}, {@code
 * smoke.sh}, and the interface in a folder {@code ui} of a tool. A file is a tool if
 *
 * <ul>
 *   <li>metadata lies beside it: {@code FILE.meta.json}, or {@code STEM.meta.json}, which of
 *       several files of that stem speaks of the executable one, else of the first that bash can
 *       run, else of the one in Java;
 *   <li>or it can be run, which every Java source can, and says so itself, with {@code mcp:} and
 *       JSON on one of its first ten lines, and no folder around its own holds a tool of these two
 *       kinds;
 *   <li>or it is executable, and not in Java, where that means nothing, and neither its folder nor
 *       one around it holds a tool of the first two kinds. Where an author has said which file is
 *       the tool, the other scripts are its helpers, and a client has no business calling them.
 * </ul>
 *
 * <p>Without metadata, READMEs and editors' backups are no tools even if executable. Metadata that
 * cannot be read publishes nothing: half a description may have lost what made the tool safe.
 */
public final class ToolDiscovery {
  private final Folder tools;
  private final Consumer<String> problems;
  private final Set<String> describedFolders = new HashSet<>();
  private final Set<String> interfaces = new HashSet<>();

  private ToolDiscovery(Folder tools, Consumer<String> problems) {
    this.tools = tools;
    this.problems = problems;
  }

  /** Everything published, sorted by path. */
  public static List<ToolSource> of(
      Folder tools, FolderListing listing, Consumer<String> problems) {
    return new ToolDiscovery(tools, problems).read(listing);
  }

  private List<ToolSource> read(FolderListing listing) {
    Map<String, Set<String>> folders = new TreeMap<>();
    Stream.concat(listing.files().stream().map(ListedFile::path), LinkedMetadata.of(listing))
        .filter(path -> !FoundFile.folder(path).isEmpty())
        .forEach(
            path ->
                folders
                    .computeIfAbsent(FoundFile.folder(path), first -> new HashSet<>())
                    .add(FoundFile.fileName(path)));
    folders.keySet().stream()
        .filter(folder -> isInterface(folder, folders.get(folder)))
        .forEach(interfaces::add);
    List<ToolSource> sources = new ArrayList<>();
    // In this order a folder comes before those in it.
    folders.forEach((folder, names) -> sources.addAll(read(folder, names)));
    sources.sort((one, other) -> one.path().compareTo(other.path()));
    return List.copyOf(sources);
  }

  private List<ToolSource> read(String folder, Set<String> names) {
    if (interfaces.contains(folder) || isBelow(folder, interfaces::contains)) {
      return List.of();
    }
    ToolFolder reader =
        new ToolFolder(tools, folder, names, interfaces.contains(folder + "/ui"), problems);
    List<ToolSource> sources = reader.read(isBelow(folder, describedFolders::contains));
    if (reader.isDescribed()) {
      describedFolders.add(folder);
    }
    return sources;
  }

  private static boolean isInterface(String folder, Set<String> names) {
    return FoundFile.fileName(folder).equals(UiDiscovery.UI)
        && !FoundFile.folder(folder).isEmpty()
        && names.stream().anyMatch(UiDiscovery::isMark);
  }

  private static boolean isBelow(String folder, Predicate<String> test) {
    String outer = FoundFile.folder(folder);
    return !outer.isEmpty() && (test.test(outer) || isBelow(outer, test));
  }
}
