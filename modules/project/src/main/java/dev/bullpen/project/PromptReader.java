package dev.bullpen.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Turns files and registered entries into prompts. */
final class PromptReader {
  private PromptReader() {}

  static List<Prompt> discovered(Folder folder, Consumer<String> warnings) {
    return new Discovery(folder, warnings)
        .files().stream()
            .map(file -> prompt(file.name(), file.path(), file.metadataOrNone(), folder, warnings))
            .toList();
  }

  static List<Prompt> registered(
      List<ObjectNode> entries, Folder folder, Consumer<String> warnings) {
    List<Prompt> prompts = new ArrayList<>();
    for (ObjectNode entry : entries) {
      Optional<String> name = Members.text(entry, "name");
      if (name.isPresent()) {
        String path = Members.text(entry, "path").orElse("");
        prompts.add(prompt(name.get(), path, entry, folder, warnings));
      } else {
        warnings.accept("A registered prompt is ignored: it has no name. Add one.");
      }
    }
    return List.copyOf(prompts);
  }

  private static Prompt prompt(
      String name, String path, ObjectNode metadata, Folder folder, Consumer<String> warnings) {
    return new Prompt(
        name,
        path,
        PromptArgumentsReader.read(metadata),
        CompletionScripts.beside(path, folder, warnings),
        metadata);
  }
}
