package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds completions of an argument that their prompt or template does not have: nobody can ask for
 * them, and mostly the name is misspelt. What declares no arguments at all is left alone, as its
 * completion decides for itself what it completes.
 */
final class UnaskedCompletions {
  private final Layout layout;
  private final Registration registration;
  private final CompletionPrograms.Catalogued catalogued;
  private final Map<String, Resource> resourcesByUri;
  private final Map<String, ResourceTemplate> templatesByText;

  UnaskedCompletions(
      Layout layout, Registration registration, CompletionPrograms.Catalogued catalogued) {
    this.layout = layout;
    this.registration = registration;
    this.catalogued = catalogued;
    this.resourcesByUri = catalogued.resources().by(Resource::uri);
    this.templatesByText = catalogued.templates().by(template -> template.template().text());
  }

  /** Say which they are, a sentence each, in the order of their names. */
  void report(Collection<CompletionTarget> targets, Consumer<String> problems) {
    TreeSet<String> sentences = new TreeSet<>();
    for (CompletionTarget target : targets) {
      target.argument().flatMap(argument -> objection(target, argument)).ifPresent(sentences::add);
    }
    sentences.forEach(problems);
  }

  private Optional<String> objection(CompletionTarget target, String argument) {
    List<String> things = new ArrayList<>();
    TreeSet<String> arguments = new TreeSet<>();
    if (target.kind() != Kind.RESOURCE) {
      Optional<Prompt> prompt = catalogued.prompts().find(target.name());
      if (prompt.isPresent() && prompt.get().arguments().isEmpty()) {
        return Optional.empty();
      }
      prompt.ifPresent(found -> things.add("prompt"));
      prompt.ifPresent(found -> arguments.addAll(names(found)));
    }
    if (target.kind() != Kind.PROMPT) {
      if (isResource(target.name())) {
        return Optional.empty();
      }
      Optional<ResourceTemplate> template = template(target.name());
      template.ifPresent(found -> things.add("resource template"));
      template.ifPresent(found -> arguments.addAll(found.template().variables()));
    }
    return things.isEmpty() || arguments.contains(argument)
        ? Optional.empty()
        : Optional.of(where(target) + ": " + sentence(target.name(), argument, things, arguments));
  }

  /** The file that says so. */
  private String where(CompletionTarget target) {
    Optional<String> metadata = Optional.empty();
    if (!registration.completions().containsKey(target)) {
      metadata =
          target.kind() == Kind.PROMPT
              ? catalogued
                  .prompts()
                  .find(target.name())
                  .filter(one -> !one.path().isEmpty())
                  .map(one -> in(layout.prompts(), one.path()))
              : catalogued
                  .templates()
                  .find(target.name())
                  .filter(one -> !one.path().isEmpty())
                  .map(one -> in(layout.resources(), one.path()));
    }
    return metadata.orElseGet(() -> in(layout.root(), registration.origin()));
  }

  private static String in(Folder folder, String path) {
    return folder.path() + "/" + EscapedBytes.of(path);
  }

  private static List<String> names(Prompt prompt) {
    return prompt.arguments().orElse(List.of()).stream().map(PromptArgument::name).toList();
  }

  private boolean isResource(String name) {
    return catalogued.resources().find(name).isPresent() || resourcesByUri.containsKey(name);
  }

  private Optional<ResourceTemplate> template(String name) {
    return catalogued
        .templates()
        .find(name)
        .or(() -> Optional.ofNullable(templatesByText.get(name)));
  }

  private static String sentence(
      String name, String argument, List<String> things, TreeSet<String> arguments) {
    String declared = arguments.isEmpty() ? "none" : EscapedBytes.of(String.join(", ", arguments));
    return "the completion of \"%s\" for \"%s\" is never asked for: the arguments of that %s are: %s. Correct the argument's name, or declare it."
        .formatted(
            EscapedBytes.of(argument),
            EscapedBytes.of(name),
            String.join(" and ", things),
            declared);
  }
}
