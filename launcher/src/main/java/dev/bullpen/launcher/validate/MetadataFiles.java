package dev.bullpen.launcher.validate;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.ListedFile;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.LinkedMetadata;
import dev.bullpen.project.tool.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has all metadata of a project checked, wherever it is written. */
record MetadataFiles(Layout layout, MetadataCheck check) {
  private static final String OF_INTERFACE = "ui.meta.json";

  /** Members of a registration, and what their entries are. */
  private static final Map<String, MetadataKind> ENTRIES =
      Map.of(
          "tools", MetadataKind.TOOL,
          "prompts", MetadataKind.PROMPT,
          "resources", MetadataKind.RESOURCE,
          "resourceTemplates", MetadataKind.RESOURCE);

  void checkAll(Catalog catalog) {
    folder(layout.tools(), MetadataKind.TOOL);
    folder(layout.prompts(), MetadataKind.PROMPT);
    folder(layout.resources(), MetadataKind.RESOURCE);
    folder(layout.ui(), MetadataKind.INTERFACE);
    file(layout.server().path().resolve("server.meta.json"), MetadataKind.SERVER);
    registration();
    for (Tool tool : catalog.tools()) {
      InlineMetadata.read(tool.script())
          .object()
          .ifPresent(found -> check.check(found, tool.script().toString(), MetadataKind.TOOL));
    }
  }

  private void folder(Folder folder, MetadataKind kind) {
    FolderListing listing = FolderListing.of(folder, said -> {});
    Stream.concat(listing.files().stream().map(ListedFile::path), LinkedMetadata.of(listing))
        .filter(path -> path.endsWith(Discovery.METADATA))
        .sorted()
        .map(folder.path()::resolve)
        .filter(folder::contains)
        .forEach(file -> file(file, file.endsWith(OF_INTERFACE) ? MetadataKind.INTERFACE : kind));
  }

  /** What cannot be read of it has been said when the project was read. */
  private Optional<ObjectNode> read(Path file) {
    return SmallFile.object(file, said -> {}, folders());
  }

  private List<Folder> folders() {
    return List.of(
        layout.root(),
        layout.server(),
        layout.tools(),
        layout.prompts(),
        layout.resources(),
        layout.ui());
  }

  private void file(Path file, MetadataKind kind) {
    read(file).ifPresent(metadata -> check.check(metadata, file.toString(), kind));
  }

  private void registration() {
    Path file = layout.server().path().resolve("register.json");
    ObjectNode all = read(file).orElse(null);
    if (all == null) {
      return;
    }
    ENTRIES.forEach(
        (member, kind) -> {
          int at = 0;
          for (JsonNode entry : all.path(member)) {
            if (entry instanceof ObjectNode metadata) {
              check.check(metadata, "%s: %s[%d]".formatted(file, member, at), kind);
            }
            at++;
          }
        });
  }
}
