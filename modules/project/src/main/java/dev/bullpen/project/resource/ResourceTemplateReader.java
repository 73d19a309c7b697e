package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.JavaEntry;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.prompt.PromptArgumentsReader;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.CompletionScripts;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptLimitsReader;
import dev.bullpen.project.uri.UriTemplate;
import dev.bullpen.project.uri.UriTemplateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns metadata with a {@code uriTemplate} into resource templates; a bad one is said and skipped.
 */
final class ResourceTemplateReader {
  static final String KEY = "uriTemplate";

  private final Folder folder;
  private final Folder project;
  private final Consumer<String> problems;

  ResourceTemplateReader(Layout layout, Consumer<String> problems) {
    this.folder = layout.resources();
    this.project = layout.root();
    this.problems = problems;
  }

  List<ResourceTemplate> discovered(Discovery discovery) {
    List<ResourceTemplate> templates = new ArrayList<>();
    for (Map.Entry<String, ObjectNode> metadata : discovery.metadata().entrySet()) {
      if (Members.text(metadata.getValue(), KEY).isPresent()) {
        String path = metadata.getKey();
        Path file = folder.path().resolve(path + Discovery.METADATA);
        String program = discovery.program(path).filter(reads(metadata.getValue())).orElse(path);
        read(metadata.getValue(), program, file.getParent(), file.toString())
            .ifPresent(templates::add);
      }
    }
    return templates;
  }

  List<ResourceTemplate> registered(Registration registration) {
    List<ObjectNode> entries = registration.resourceTemplates().orElse(List.of());
    List<ResourceTemplate> templates = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = JavaEntry.asPath(entries.get(i), folder, project, true);
      String where = registration.where(project, RegistrationKind.RESOURCE_TEMPLATES, i);
      String path = path(entry, said(where));
      read(entry, path, project.path(), where).ifPresent(templates::add);
    }
    return templates;
  }

  /** Whether a program beside metadata is what reads the URIs of its template. */
  private static Predicate<String> reads(ObjectNode metadata) {
    String template = Members.text(metadata, KEY).orElse("");
    return program ->
        ResourceProvider.isProgram(
            ResourceProvider.discovered(metadata, template, program), program);
  }

  /** A path is where completions lie beside, and any will do, but a program must be found by it. */
  private String path(ObjectNode entry, Consumer<String> said) {
    String written = Members.text(entry, "path").orElse("");
    return JavaProgram.is(written) ? new EntryPath(folder, project).known(written, said) : written;
  }

  private Consumer<String> said(String where) {
    return problem -> problems.accept(where + ": " + problem);
  }

  private Optional<ResourceTemplate> read(
      ObjectNode metadata, String path, Path base, String where) {
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
          String provider = ResourceProvider.discovered(metadata, template.text(), path);
          return Optional.of(
              new ResourceTemplate(
                  name.get(),
                  template,
                  paths(template, provider),
                  path,
                  provider,
                  ScriptLimitsReader.read(metadata, provider),
                  PromptArgumentsReader.read(metadata).orElse(List.of()),
                  CompletionScripts.ofTemplate(path, name.get(), folder, problems),
                  definition(name.get(), template, metadata, base, where),
                  metadata));
        }
        reason = "its uriTemplate has no variable";
      } catch (UriTemplateException e) {
        reason = "its uriTemplate has " + e.getMessage();
      } catch (EntryException e) {
        problems.accept(
            "%s: the template \"%s\" is not published: %s. %s."
                .formatted(where, EscapedBytes.of(name.get()), e.getMessage(), e.nextStep()));
        return Optional.empty();
      }
    }
    problems.accept("%s: the template is ignored: %s. Mend it.".formatted(where, reason));
    return Optional.empty();
  }

  private static Optional<UriTemplate> paths(UriTemplate template, String provider)
      throws UriTemplateException {
    return provider.equals(ResourceProvider.FILE)
            && !HiddenNames.spelledOutBy(template.text()).isNone()
        ? Optional.of(UriTemplate.parseForPaths(template.text()))
        : Optional.empty();
  }

  private ObjectNode definition(
      String name, UriTemplate template, ObjectNode metadata, Path base, String where) {
    return new Definition(metadata, said(where))
        .with(KEY, template.text())
        .with("name", name)
        .text("title")
        .text("description")
        .text("mimeType")
        .annotations()
        .icons(base, List.of(folder, project))
        .object("_meta")
        .built();
  }
}
