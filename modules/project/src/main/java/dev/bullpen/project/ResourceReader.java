package dev.bullpen.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Turns files and registered entries into concrete resources. */
final class ResourceReader {
  private static final String URI_KEY = "uri";

  private ResourceReader() {}

  /** The files of a folder, without those whose metadata makes them a template. */
  static List<Resource> discovered(Discovery discovery) {
    return discovery.files().stream()
        .filter(file -> Members.text(file.metadataOrNone(), ResourceTemplateReader.KEY).isEmpty())
        .map(file -> resource(file, discovery))
        .toList();
  }

  static List<Resource> registered(
      List<ObjectNode> entries, Folder folder, Consumer<String> warnings) {
    List<Resource> resources = new ArrayList<>();
    for (ObjectNode entry : entries) {
      Optional<String> name = Members.text(entry, "name");
      Optional<String> uri = Members.text(entry, URI_KEY);
      if (name.isPresent() && uri.isPresent()) {
        String path = Members.text(entry, "path").orElse("");
        resources.add(
            new Resource(
                name.get(),
                uri.get(),
                path,
                ResourceProvider.registered(entry, uri.get()),
                CompletionScripts.beside(path, folder, warnings),
                entry));
      } else {
        warnings.accept(
            "A registered resource is ignored: it lacks its name or its uri. Add both.");
      }
    }
    return List.copyOf(resources);
  }

  private static Resource resource(FoundFile file, Discovery discovery) {
    ObjectNode metadata = file.metadataOrNone();
    String name = file.name();
    Optional<String> uri = Members.text(metadata, URI_KEY);
    if (uri.isEmpty()) {
      Optional<ObjectNode> inline = InlineMetadata.read(file.file());
      uri = inline.flatMap(object -> Members.text(object, URI_KEY));
      if (file.metadata().isEmpty() && inline.isPresent()) {
        metadata = inline.get();
        name = Members.text(metadata, "name").orElse(name);
      }
    }
    String known = uri.orElseGet(() -> FileUri.of(file.file()));
    return new Resource(
        name,
        known,
        file.path(),
        ResourceProvider.discovered(metadata, known),
        CompletionScripts.beside(file.path(), discovery.folder(), discovery.warnings()),
        metadata);
  }
}
