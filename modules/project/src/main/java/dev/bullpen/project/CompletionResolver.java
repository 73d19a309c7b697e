package dev.bullpen.project;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.Completable;
import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionEntry;
import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.completion.DeclaredCompletion;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.Broken;
import dev.bullpen.project.completion.Resolution.Declared;
import dev.bullpen.project.completion.Resolution.Script;
import dev.bullpen.project.completion.Resolution.Unknown;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.uri.UriTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds who completes an argument: a registered completion, one of the metadata, or the program in
 * Java of the folder {@code completions} that has the name, of just this argument before one of
 * all; else the script beside the prompt or resource, else what the declaration itself says.
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

  private static final int FIRST = 200;

  private final Catalog catalog;
  private final Layout layout;
  private final ScriptCommand commands;

  CompletionResolver(Catalog catalog, Layout layout, ScriptCommand commands) {
    this.catalog = catalog;
    this.layout = layout;
    this.commands = commands;
  }

  /** Find who completes an argument while no other has a value. */
  public Resolution resolve(CompletionRef ref, String argument) {
    return resolve(ref, argument, Map.of());
  }

  /**
   * Find who completes an argument.
   *
   * @param context what other arguments are
   */
  public Resolution resolve(CompletionRef ref, String argument, Map<String, String> context) {
    if (catalog.broken().isPresent()) {
      return new Broken(
          "The project's registration is broken; the server's error output says how to mend it",
          catalog.broken().get().getMessage());
    }
    try {
      // A pattern switch would read better, and needs Java 21.
      Asked asked = new Asked(argument, context);
      return ref instanceof CompletionRef.OfPrompt prompt
          ? prompt(prompt.name(), asked)
          : resource(ref.text(), asked);
    } catch (UnusableScriptException e) {
      return new Broken(e.getMessage(), e.detail());
    }
  }

  /** Something that a program completes; empty if there is nothing, or not among the first. */
  public Optional<Completable> anyProgram() {
    Stream<Completable> ofPrompts =
        catalog.prompts().stream()
            .flatMap(
                prompt ->
                    prompt.arguments().orElse(List.of()).stream()
                        .map(argument -> completable(prompt, argument)));
    Stream<Completable> ofTemplates =
        catalog.templates().stream()
            .map(ResourceTemplate::template)
            .flatMap(
                template ->
                    template.variables().stream().map(variable -> completable(template, variable)));
    return Stream.concat(ofPrompts, ofTemplates)
        .limit(FIRST)
        .filter(one -> resolve(one.ref(), one.argument()) instanceof Script)
        .findFirst();
  }

  private static Completable completable(Prompt prompt, PromptArgument argument) {
    return new Completable(new CompletionRef.OfPrompt(prompt.name()), argument.name());
  }

  private static Completable completable(UriTemplate template, String variable) {
    return new Completable(new CompletionRef.OfResource(template.text()), variable);
  }

  private Resolution prompt(String name, Asked asked) throws UnusableScriptException {
    Optional<Completer> registered =
        catalog.completions().find(Kind.PROMPT, List.of(name), asked.argument());
    Optional<Prompt> known = catalog.prompt(name);
    if (known.isEmpty()) {
      return registered.isPresent()
          ? completed(registered.get(), name, asked, ValueList.NONE)
          : unknown(Kind.PROMPT, name, NO_PROMPT);
    }
    Prompt prompt = known.get();
    boolean answered = registered.isPresent() || prompt.completionScript().isPresent();
    Optional<PromptArgument> declared = prompt.argument(asked.argument());
    if (declared.isEmpty() && !(answered && prompt.arguments().isEmpty())) {
      return NO_ARGUMENT;
    }
    ValueList own = declared.map(PromptArgument::values).orElse(ValueList.NONE);
    if (registered.isPresent()) {
      return completed(registered.get(), name, asked, own);
    }
    if (prompt.completionScript().isPresent()) {
      return beside(
          name,
          "prompt",
          layout.prompts(),
          prompt.completionScript().get(),
          ScriptSubject.of(prompt, layout.prompts()));
    }
    return new Declared(name, own);
  }

  private Resolution resource(String uri, Asked asked) throws UnusableScriptException {
    Optional<ResourceTemplate> written = catalog.template(uri);
    if (written.isPresent()) {
      return template(written.get(), uri, asked);
    }
    Optional<Resource> concrete = catalog.resource(uri);
    if (concrete.isPresent()) {
      return concrete(concrete.get(), asked);
    }
    Optional<Completer> registered =
        catalog.completions().find(Kind.RESOURCE, List.of(uri), asked.argument());
    if (registered.isPresent()) {
      return completed(registered.get(), uri, asked, ValueList.NONE);
    }
    Optional<ResourceTemplate> matching = catalog.templateMatching(uri);
    return matching.isPresent()
        ? template(matching.get(), uri, asked)
        : unknown(Kind.RESOURCE, uri, NO_RESOURCE);
  }

  /** Nobody completes that argument of a thing of which nothing else is known. */
  private Unknown unknown(Kind kind, String name, Unknown thing) {
    return catalog.completions().knows(kind, name) ? NO_ARGUMENT : thing;
  }

  private Resolution template(ResourceTemplate template, String uri, Asked asked)
      throws UnusableScriptException {
    if (!template.template().variables().contains(asked.argument())) {
      return NO_ARGUMENT;
    }
    Optional<Completer> registered =
        catalog
            .completions()
            .find(
                Kind.RESOURCE,
                List.of(uri, template.template().text(), template.name()),
                asked.argument());
    if (registered.isPresent()) {
      return completed(registered.get(), template.name(), asked, template.values(asked.argument()));
    }
    if (template.completionScript().isPresent()) {
      return beside(
          template.name(),
          "resource",
          layout.resources(),
          template.completionScript().get(),
          ScriptSubject.of(template, layout.resources()));
    }
    return new Declared(template.name(), template.values(asked.argument()));
  }

  /** A concrete resource has no variables, so only who completes can know an argument of it. */
  private Resolution concrete(Resource resource, Asked asked) throws UnusableScriptException {
    Optional<Completer> registered =
        catalog
            .completions()
            .find(Kind.RESOURCE, List.of(resource.name(), resource.uri()), asked.argument());
    if (registered.isPresent()) {
      return completed(registered.get(), resource.name(), asked, ValueList.NONE);
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

  /**
   * What somebody wrote down about it.
   *
   * @param own what the declaration of the argument offers
   */
  private Resolution completed(Completer completer, String name, Asked asked, ValueList own)
      throws UnusableScriptException {
    if (completer instanceof CompletionEntry entry) {
      return new Script(
          script(
              entry.name(),
              "manual",
              layout.root(),
              entry.script(),
              entry.timeout(),
              entry.cache(),
              entry.limits(),
              entry.warm(),
              Map.of()),
          entry.match());
    }
    DeclaredCompletion declared = (DeclaredCompletion) completer;
    CompletionSource source =
        declared.source() instanceof CompletionSource.ByContext by
            ? by.of(asked.context())
            : declared.source();
    try {
      return new Declared(
          name,
          "declared:" + asked.argument(),
          new EnumLookup(catalog, own).in(source),
          declared.match());
    } catch (EntryException e) {
      return new Broken(
          "There is nothing to choose from; the server's error output says how to mend it",
          "The completion of \"%s\" for \"%s\": %s. %s."
              .formatted(
                  EscapedBytes.of(asked.argument()),
                  EscapedBytes.of(name),
                  e.getMessage(),
                  e.nextStep()));
    }
  }

  private Resolution beside(
      String name, String kind, Folder folder, String script, Map<String, String> subject)
      throws UnusableScriptException {
    return new Script(
        script(
            name,
            kind,
            folder,
            script,
            Optional.empty(),
            Optional.empty(),
            ScriptLimits.NONE,
            false,
            subject));
  }

  private CompletionProvider script(
      String name,
      String kind,
      Folder folder,
      String script,
      Optional<Duration> timeout,
      Optional<Duration> cache,
      ScriptLimits limits,
      boolean warm,
      Map<String, String> subject)
      throws UnusableScriptException {
    return new CompletionProvider(
        name,
        kind + ":" + script,
        commands.of(folder, script),
        timeout,
        subject,
        cache,
        limits,
        warm);
  }

  /**
   * What is asked of a thing.
   *
   * @param context what other arguments are
   */
  private record Asked(String argument, Map<String, String> context) {}
}
