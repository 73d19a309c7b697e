package dev.bullpen.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns metadata with a {@code uriTemplate} into resource templates; a bad one is said and skipped.
 */
final class ResourceTemplateReader {
  static final String KEY = "uriTemplate";

  private ResourceTemplateReader() {}

  static List<ResourceTemplate> discovered(Discovery discovery) {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (Map.Entry<String, ObjectNode> metadata : discovery.metadata().entrySet()) {
      if (Members.text(metadata.getValue(), KEY).isPresent()) {
        String where = discovery.folder().path().resolve(metadata.getKey()) + Discovery.METADATA;
        read(
                metadata.getValue(),
                metadata.getKey(),
                where,
                discovery.folder(),
                discovery.warnings())
            .ifPresent(templates::add);
      }
    }
    return List.copyOf(templates);
  }

  static List<ResourceTemplate> registered(
      List<ObjectNode> entries, Folder folder, Consumer<String> warnings) {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = entries.get(i);
      String where = "server.d/register.json: resourceTemplates[%d]".formatted(i);
      read(entry, Members.text(entry, "path").orElse(""), where, folder, warnings)
          .ifPresent(templates::add);
    }
    return List.copyOf(templates);
  }

  private static Optional<ResourceTemplate> read(
      ObjectNode metadata, String path, String where, Folder folder, Consumer<String> warnings) {
    Optional<String> name = Members.text(metadata, "name");
    String reason;
    if (name.isEmpty()) {
      reason = "it has no name";
    } else if (Members.value(metadata, "uri").isPresent()) {
      reason = "it has both a uri and a uriTemplate";
    } else {
      try {
        UriTemplate template = UriTemplate.parse(Members.text(metadata, KEY).orElse(""));
        if (!template.variables().isEmpty()) {
          return Optional.of(
              new ResourceTemplate(
                  name.get(),
                  template,
                  path,
                  ResourceProvider.discovered(metadata, template.text()),
                  CompletionScripts.beside(path, folder, warnings),
                  metadata));
        }
        reason = "its uriTemplate has no variable";
      } catch (UriTemplateException e) {
        reason = "its uriTemplate has " + e.getMessage();
      }
    }
    warnings.accept("%s: the template is ignored: %s. Mend it.".formatted(where, reason));
    return Optional.empty();
  }
}
