package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.metadata.WrittenDefinition;
import dev.bullpen.project.script.Discovery;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds and reads the user interfaces of a project: folders {@code ui} in the tools folder, and the
 * subfolders of the {@code ui} folder itself, with an {@code index.html} or a {@code ui.meta.json}.
 * An interface that could not be shown is reported and left out.
 */
public record UiReader(String serverName, Layout layout, Warnings problems) {
  /** The folder of user interfaces, in the project and beside a script. */
  public static final String UI = "ui";

  private static final String METADATA = "ui.meta.json";
  private static final String PAGE = "index.html";

  private static final String ENTRYPOINT = "entrypoint";
  private static final Member<ObjectNode> META = Member.object("meta");
  private static final Member<ObjectNode> CSP = Member.object("csp");
  private static final Member<ObjectNode> PERMISSIONS = Member.object("permissions");
  private static final String BORDER = "prefersBorder";

  /** By name. If two have the same name, a tool's is kept, otherwise the first by path. */
  public NamedItems<UiResource> read(FolderListing tools, FolderListing own) {
    Map<String, Folder> folders = new TreeMap<>();
    for (String folder : ofTools(tools)) {
      add(FoundFile.fileName(FoundFile.folder(folder)), layout.tools(), folder, folders);
    }
    own.problems().forEach(problems::add);
    for (String folder : marked(own)) {
      add(folder, layout.ui(), folder, folders);
    }
    SortedMap<String, UiResource> byName = new TreeMap<>();
    folders.forEach((name, folder) -> read(name, folder).ifPresent(ui -> byName.put(name, ui)));
    return NamedItems.of(byName);
  }

  private void add(String name, Folder root, String folder, Map<String, Folder> folders) {
    Path path = root.path().resolve(folder);
    Folder first = folders.putIfAbsent(name, new Folder(path, root.boundary()));
    if (first != null) {
      problems.add(
          "%s is not published: the interface in %s is called \"%s\" already. Rename one of the two folders."
              .formatted(path, first.path(), EscapedBytes.of(name)));
    }
  }

  /**
   * The folders of user interfaces in the tools folder, with or without a tool. None is inside
   * another.
   */
  static Set<String> ofTools(FolderListing tools) {
    Set<String> found = new LinkedHashSet<>();
    // In this order a folder precedes its subfolders.
    for (String folder : marked(tools)) {
      if (FoundFile.fileName(folder).equals(UI)
          && !FoundFile.folder(folder).isEmpty()
          && !ToolDiscovery.isBelow(folder, found)) {
        found.add(folder);
      }
    }
    return found;
  }

  /** The folders with the files of a user interface. The metadata may be a link. */
  private static TreeSet<String> marked(FolderListing listing) {
    TreeSet<String> folders = new TreeSet<>();
    Stream.concat(listing.files().stream().map(ListedFile::path), Discovery.linkedMetadata(listing))
        .filter(path -> isMark(FoundFile.fileName(path)))
        .map(FoundFile::folder)
        .filter(folder -> !folder.isEmpty())
        .forEach(folders::add);
    return folders;
  }

  private static boolean isMark(String fileName) {
    return fileName.equals(PAGE) || fileName.equals(METADATA);
  }

  private Optional<UiResource> read(String name, Folder within) {
    Path folder = within.path();
    Path file = folder.resolve(METADATA);
    Warnings said = problems.about(file);
    ObjectNode metadata = SmallFile.object(file, problems, List.of(within)).orElseGet(Json::object);
    Optional<Path> html = html(folder, metadata, said);
    if (html.isEmpty()) {
      problems.add(
          "%s is not published: it has no page. Put an index.html there or name one as \"entrypoint\" in %s; no page is made from a template."
              .formatted(folder, METADATA));
      return Optional.empty();
    }
    String uri = UiResource.uri(serverName, name);
    ObjectNode meta = Json.object();
    meta.set("ui", ui(metadata, said));
    ObjectNode definition =
        new WrittenDefinition(metadata, said)
            .with("uri", uri)
            .with("name", name)
            .text("title")
            .with(
                "description",
                Members.silentText(metadata, "description").orElse("UI resource for " + name))
            .with("mimeType", UiResource.MIME_TYPE)
            .icons(folder, List.of(within, layout.root()))
            .with("_meta", Optional.of(meta))
            .built();
    return Optional.of(new UiResource(name, uri, html.get(), meta, definition));
  }

  /** The page itself, in the folder and without links on its path. */
  private static Optional<Path> html(Path folder, ObjectNode metadata, Warnings said) {
    String written = Members.silentText(metadata, ENTRYPOINT).orElse(PAGE);
    try {
      Path file = folder.resolve(written).normalize();
      if (file.startsWith(folder) && isPlain(folder, folder.relativize(file))) {
        return Optional.of(file);
      }
    } catch (InvalidPathException e) {
      // No file can have such a name.
    }
    if (Members.value(metadata, ENTRYPOINT).isPresent()) {
      said.add(
          "\"entrypoint\" is ignored: the folder has no file \"%s\", not counting links. Correct it."
              .formatted(EscapedBytes.of(written)));
    }
    return Optional.empty();
  }

  private static boolean isPlain(Path folder, Path relative) {
    Path at = folder;
    for (Path part : relative) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        return false;
      }
    }
    return Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS);
  }

  private static ObjectNode ui(ObjectNode metadata, Warnings said) {
    Members meta = new Members(new Members(metadata, said).get(META).orElseGet(Json::object), said);
    ObjectNode ui = Json.object();
    for (Member<ObjectNode> member : List.of(CSP, PERMISSIONS)) {
      ui.set(member.key(), meta.get(member).orElseGet(Json::object));
    }
    ui.put(BORDER, meta.object().path(BORDER).booleanValue(true));
    return ui;
  }
}
