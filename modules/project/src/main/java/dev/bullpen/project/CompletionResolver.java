package dev.bullpen.project;

import dev.bullpen.project.Resolution.Broken;
import dev.bullpen.project.Resolution.Declared;
import dev.bullpen.project.Resolution.Script;
import dev.bullpen.project.Resolution.Unknown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds who completes an argument: a registered completion or the program in Java of the folder
 * {@code completions} that has the name, else the script beside the prompt or resource, else what
 * the declaration itself says.
 *
 * <p>An argument must be declared by the prompt, or be a variable of the template. Where nothing is
 * declared at all a script decides for itself: a registered completion of a name nobody else has, a
 * prompt whose metadata does not speak of arguments, a concrete resource.
 */
public final class CompletionResolver {
  static final Unknown NO_PROMPT =
      new Unknown("Unknown prompt; prompts/list tells the names there are");
  static final Unknown NO_RESOURCE =
      new Unknown(
          "Unknown resource or template; resources/list and resources/templates/list tell the ones"
              + " there are");
  static final Unknown NO_ARGUMENT = new Unknown("Unknown argument of this prompt or template");

  private final Catalog catalog;
  private final Layout layout;
  private final ScriptCommand commands;

  CompletionResolver(Catalog catalog, Layout layout, ScriptCommand commands) {
    this.catalog = catalog;
    this.layout = layout;
    this.commands = commands;
  }

  /** Find who completes an argument. */
  public Resolution resolve(CompletionRef ref, String argument) {
    if (catalog.broken().isPresent()) {
      return new Broken(
          "The project's registration is broken; the server's error output says how to mend it",
          catalog.broken().get().getMessage());
    }
    try {
      // A pattern switch would read better, and needs Java 21.
      return ref instanceof CompletionRef.OfPrompt prompt
          ? prompt(prompt.name(), argument)
          : resource(ref.text(), argument);
    } catch (UnusableScriptException e) {
      return new Broken(e.getMessage(), e.detail());
    }
  }

  private Resolution prompt(String name, String argument) throws UnusableScriptException {
    Optional<CompletionEntry> entry = catalog.completion(name);
    Optional<Prompt> known = catalog.prompt(name);
    if (known.isEmpty()) {
      return entry.isPresent() ? registered(entry.get()) : NO_PROMPT;
    }
    Prompt prompt = known.get();
    boolean scripted = entry.isPresent() || prompt.completionScript().isPresent();
    Optional<PromptArgument> declared = prompt.argument(argument);
    if (declared.isEmpty() && !(scripted && prompt.arguments().isEmpty())) {
      return NO_ARGUMENT;
    }
    if (entry.isPresent()) {
      return registered(entry.get());
    }
    if (prompt.completionScript().isPresent()) {
      return beside(
          name,
          "prompt",
          layout.prompts(),
          prompt.completionScript().get(),
          ScriptSubject.of(prompt, layout.prompts()));
    }
    return new Declared(name, declared.map(PromptArgument::values).orElse(List.of()));
  }

  private Resolution resource(String uri, String argument) throws UnusableScriptException {
    Optional<CompletionEntry> byUri = catalog.completion(uri);
    Optional<ResourceTemplate> written = catalog.template(uri);
    if (written.isPresent()) {
      return template(written.get(), byUri, argument);
    }
    Optional<Resource> concrete = catalog.resource(uri);
    if (concrete.isPresent()) {
      return concrete(concrete.get(), byUri);
    }
    if (byUri.isPresent()) {
      return registered(byUri.get());
    }
    Optional<ResourceTemplate> matching = catalog.templateMatching(uri);
    return matching.isPresent() ? template(matching.get(), byUri, argument) : NO_RESOURCE;
  }

  private Resolution template(
      ResourceTemplate template, Optional<CompletionEntry> byUri, String argument)
      throws UnusableScriptException {
    if (!template.template().variables().contains(argument)) {
      return NO_ARGUMENT;
    }
    Optional<CompletionEntry> entry = byUri.or(() -> catalog.completion(template.name()));
    if (entry.isPresent()) {
      return registered(entry.get());
    }
    if (template.completionScript().isPresent()) {
      return beside(
          template.name(),
          "resource",
          layout.resources(),
          template.completionScript().get(),
          ScriptSubject.of(template, layout.resources()));
    }
    return new Declared(template.name(), List.of());
  }

  /** A concrete resource has no variables, so only a script can know an argument of it. */
  private Resolution concrete(Resource resource, Optional<CompletionEntry> byUri)
      throws UnusableScriptException {
    Optional<CompletionEntry> entry = catalog.completion(resource.name()).or(() -> byUri);
    if (entry.isPresent()) {
      return registered(entry.get());
    }
    if (resource.completionScript().isPresent()) {
      return beside(
          resource.name(),
          "resource",
          layout.resources(),
          resource.completionScript().get(),
          ScriptSubject.of(resource, layout.resources()));
    }
    return NO_ARGUMENT;
  }

  private Resolution registered(CompletionEntry entry) throws UnusableScriptException {
    return script(
        entry.name(),
        "manual",
        layout.root(),
        entry.script(),
        entry.timeout(),
        entry.cache(),
        Map.of());
  }

  private Resolution beside(
      String name, String kind, Folder folder, String script, Map<String, String> subject)
      throws UnusableScriptException {
    return script(name, kind, folder, script, Optional.empty(), Optional.empty(), subject);
  }

  private Resolution script(
      String name,
      String kind,
      Folder folder,
      String script,
      Optional<Duration> timeout,
      Optional<Duration> cache,
      Map<String, String> subject)
      throws UnusableScriptException {
    return new Script(
        new CompletionProvider(
            name, kind + ":" + script, commands.of(folder, script), timeout, subject, cache));
  }
}
