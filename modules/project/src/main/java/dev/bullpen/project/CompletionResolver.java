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
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.uri.UriTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the completer for an argument. Precedence: (1) a completion registered for this argument,
 * one of the metadata, or the program in Java of the folder {@code completions} that has the name;
 * (2) the same for all arguments; (3) the script beside the prompt or resource; (4) the values that
 * the declaration itself offers.
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
    Optional<Prompt> prompt = catalog.prompt(name);
    return prompt.isPresent()
        ? known(CompletionSubject.of(prompt.get(), layout.prompts()), asked)
        : unlisted(Kind.PROMPT, name, NO_PROMPT, asked);
  }

  private Resolution resource(String uri, Asked asked) throws UnusableScriptException {
    Optional<ResourceTemplate> written = catalog.template(uri);
    if (written.isPresent()) {
      return template(written.get(), uri, asked);
    }
    Optional<Resource> concrete = catalog.resource(uri);
    if (concrete.isPresent()) {
      return known(CompletionSubject.of(concrete.get(), layout.resources()), asked);
    }
    if (registered(Kind.RESOURCE, List.of(uri), asked).isEmpty()) {
      Optional<ResourceTemplate> matching = catalog.templateMatching(uri);
      if (matching.isPresent()) {
        return template(matching.get(), uri, asked);
      }
    }
    return unlisted(Kind.RESOURCE, uri, NO_RESOURCE, asked);
  }

  private Resolution template(ResourceTemplate template, String uri, Asked asked)
      throws UnusableScriptException {
    return known(CompletionSubject.of(template, uri, layout.resources()), asked);
  }

  /** In the order all things have. */
  private Resolution known(CompletionSubject subject, Asked asked) throws UnusableScriptException {
    Optional<Completer> registered = registered(subject.kind(), subject.names(), asked);
    Optional<String> script = subject.script();
    Optional<ValueList> declared = subject.values().apply(asked.argument());
    boolean answered = registered.isPresent() || script.isPresent();
    if (declared.isEmpty() && !(subject.isOpen() && answered)) {
      return NO_ARGUMENT;
    }
    ValueList own = declared.orElse(ValueList.NONE);
    if (registered.isPresent()) {
      return completed(registered.get(), subject.name(), asked, own);
    }
    return script.isPresent() ? beside(subject, script.get()) : new Declared(subject.name(), own);
  }

  /**
   * A thing that only its registered completions know, if anybody does.
   *
   * @param nothing to be said if nobody does
   */
  private Resolution unlisted(Kind kind, String name, Unknown nothing, Asked asked)
      throws UnusableScriptException {
    Optional<Completer> registered = registered(kind, List.of(name), asked);
    if (registered.isPresent()) {
      return completed(registered.get(), name, asked, ValueList.NONE);
    }
    return catalog.completions().knows(kind, name) ? NO_ARGUMENT : nothing;
  }

  private Optional<Completer> registered(Kind kind, List<String> names, Asked asked) {
    return catalog.completions().find(kind, names, asked.argument());
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
          new CompletionProvider(
              entry.name(),
              CompletionProvider.REGISTERED + entry.script(),
              commands.of(layout.root(), entry.script()),
              entry.timeout(),
              Map.of(),
              entry.cache(),
              entry.limits()),
          entry.match());
    }
    DeclaredCompletion declared = (DeclaredCompletion) completer;
    CompletionSource source =
        declared.source() instanceof CompletionSource.ByContext by
            ? by.of(asked.context())
            : declared.source();
    try {
      return new Declared(
          name, "declared:" + asked.argument(), withoutEnums(source, own), declared.match());
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

  private Resolution beside(CompletionSubject subject, String script)
      throws UnusableScriptException {
    String kind = subject.kind() == Kind.PROMPT ? "prompt:" : "resource:";
    return new Script(
        new CompletionProvider(
            subject.name(),
            kind + script,
            commands.of(subject.folder(), script),
            Optional.empty(),
            subject.environment().get()));
  }

  /**
   * Put values in the place of every {@code enum} of a source.
   *
   * @param source no table
   * @param own what the declaration of the argument itself offers
   */
  private CompletionSource withoutEnums(CompletionSource source, ValueList own)
      throws EntryException {
    if (source instanceof CompletionSource.OwnEnum) {
      if (own.values().isEmpty()) {
        throw new EntryException(
            "the argument declares no enum", "Declare one, or say in another way where values are");
      }
      return new CompletionSource.Values(own);
    } else if (source instanceof CompletionSource.ToolEnum of) {
      return new CompletionSource.Values(values(of));
    } else if (source instanceof CompletionSource.AnyOf any) {
      List<CompletionSource> found = new ArrayList<>();
      for (CompletionSource one : any.sources()) {
        found.add(withoutEnums(one, own));
      }
      return new CompletionSource.AnyOf(found);
    }
    return source;
  }

  private ValueList values(CompletionSource.ToolEnum of) throws EntryException {
    Optional<ValueList> values = catalog.enumOf(of);
    if (values.isEmpty()) {
      throw new EntryException(
          "the tool \"%s\" has no property \"%s\" with an enum"
              .formatted(EscapedBytes.of(of.tool()), EscapedBytes.of(of.property())),
          "Correct the name, or declare the enum in its inputSchema");
    }
    return values.get();
  }

  /**
   * What is asked of a thing.
   *
   * @param context what other arguments are
   */
  private record Asked(String argument, Map<String, String> context) {}
}
