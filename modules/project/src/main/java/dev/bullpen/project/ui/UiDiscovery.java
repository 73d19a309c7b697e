package dev.bullpen.project.ui;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListings;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.ListedFile;
import dev.bullpen.project.metadata.FoundFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the interfaces of a project: a folder {@code ui} in one of the tools folder, and the
 * folders of the {@code ui} folder itself, that hold an {@code index.html} or a {@code
 * ui.meta.json}.
 */
public final class UiDiscovery {
  public static final String UI = "ui";

  private final Layout layout;
  private final UiReader reader;
  private final Consumer<String> problems;

  public UiDiscovery(Layout layout, UiReader reader, Consumer<String> problems) {
    this.layout = layout;
    this.reader = reader;
    this.problems = problems;
  }

  /** Whether a file makes its folder an interface. */
  public static boolean isMark(String fileName) {
    return fileName.equals("index.html") || fileName.equals(UiReader.METADATA);
  }

  /**
   * By name. Of two with one name that of a tool is kept, and the first by path.
   *
   * @param listings of the project
   */
  public SortedMap<String, UiResource> read(FolderListings listings) {
    Map<String, Folder> folders = new TreeMap<>();
    for (String folder : ofTools(listings.tools().listing())) {
      add(FoundFile.fileName(FoundFile.folder(folder)), layout.tools(), folder, folders);
    }
    FolderListing own = listings.ui().listing();
    listings.ui().problems().forEach(problems);
    for (String folder : marked(own)) {
      add(folder, layout.ui(), folder, folders);
    }
    SortedMap<String, UiResource> byName = new TreeMap<>();
    folders.forEach(
        (name, folder) -> reader.read(name, folder).ifPresent(ui -> byName.put(name, ui)));
    return byName;
  }

  private void add(String name, Folder root, String folder, Map<String, Folder> folders) {
    Path path = root.path().resolve(folder);
    Folder first = folders.putIfAbsent(name, new Folder(path, root.boundary()));
    if (first != null) {
      problems.accept(
          "%s is not published: the interface in %s is called \"%s\" already. Rename one of the two folders."
              .formatted(path, first.path(), EscapedBytes.of(name)));
    }
  }

  /** The folders that {@code ToolDiscovery} knows as interfaces, whether or not with a tool. */
  private static List<String> ofTools(FolderListing tools) {
    List<String> found = new ArrayList<>();
    for (String folder : marked(tools)) {
      boolean isInAnother =
          !found.isEmpty() && folder.startsWith(found.get(found.size() - 1) + "/");
      if (FoundFile.fileName(folder).equals(UI)
          && !FoundFile.folder(folder).isEmpty()
          && !isInAnother) {
        found.add(folder);
      }
    }
    return found;
  }

  private static TreeSet<String> marked(FolderListing listing) {
    TreeSet<String> folders = new TreeSet<>();
    for (ListedFile file : listing.files()) {
      String folder = FoundFile.folder(file.path());
      if (!folder.isEmpty() && isMark(FoundFile.fileName(file.path()))) {
        folders.add(folder);
      }
    }
    return folders;
  }
}
