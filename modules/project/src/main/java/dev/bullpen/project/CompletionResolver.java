package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.Broken;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.completion.Resolution.Declared;
import dev.bullpen.project.completion.Resolution.Script;
import dev.bullpen.project.completion.Resolution.Unknown;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the completer for an argument. Precedence: (1) a completion registered for this argument,
 * or declared in metadata, or the program in Java with its name in the folder {@code completions};
 * (2) the same for all arguments; (3) the script beside the prompt or resource; (4) the values in
 * the argument's declaration.
 *
 * <p>An argument must be declared by the prompt, or be a variable of the template. If nothing is
 * declared at all, the script decides which arguments it completes. This applies to a registered
 * completion of an unlisted name, to a prompt whose metadata has no arguments, and to a concrete
 * resource.
 */
public final class CompletionResolver {
  static final Unknown NO_PROMPT = new Unknown("Unknown prompt; prompts/list has the known names");
  static final Unknown NO_RESOURCE =
      new Unknown(
          "Unknown resource or template; resources/list and resources/templates/list have the known"
              + " ones");
  static final Unknown NO_ARGUMENT = new Unknown("Unknown argument of this prompt or template");

  private static final int FIRST = 200;

  private final Catalog catalog;
  private final Layout layout;
  private final TrustedCommand commands;

  CompletionResolver(Catalog catalog, Layout layout, TrustedCommand commands) {
    this.catalog = catalog;
    this.layout = layout;
    this.commands = commands;
  }

  /** There is no such prompt or resource, or the client may not know of it. */
  public static Unknown unknown(CompletionRef ref) {
    return ref instanceof CompletionRef.OfPrompt ? NO_PROMPT : NO_RESOURCE;
  }

  public Resolution resolve(CompletionRef ref, String argument) {
    return resolve(ref, argument, Map.of());
  }

  /**
   * Find the completer of an argument.
   *
   * @param context values of other arguments
   */
  public Resolution resolve(CompletionRef ref, String argument, Map<String, String> context) {
    if (catalog.broken().isPresent()) {
      return new Broken(
          "The project's registration is broken; the server's error output says how to mend it",
          catalog.broken().get().getMessage());
    }
    boolean isPrompt = ref instanceof CompletionRef.OfPrompt;
    Optional<Subject> listed =
        isPrompt
            ? catalog.prompt(ref.text()).map(prompt -> subject(prompt, argument))
            : resource(ref.text(), argument);
    Kind kind = isPrompt ? Kind.PROMPT : Kind.RESOURCE;
    List<String> names = listed.map(Subject::names).orElse(List.of(ref.text()));
    Optional<Completer> registered = catalog.completions().find(kind, names, argument);
    Optional<String> beside = listed.flatMap(Subject::script);
    Optional<CompletionSource.Values> declared = listed.flatMap(Subject::values);
    boolean isOpen = listed.isEmpty() || listed.get().isOpen();
    if (declared.isEmpty() && !(isOpen && (registered.isPresent() || beside.isPresent()))) {
      boolean isKnown = listed.isPresent() || catalog.completions().knows(kind, ref.text());
      return isKnown ? NO_ARGUMENT : unknown(ref);
    }
    String name = listed.map(Subject::name).orElse(ref.text());
    CompletionSource.Values own = declared.orElse(CompletionSource.Values.NONE);
    try {
      if (registered.isPresent() && registered.get() instanceof Completer.Script script) {
        return registered(script);
      }
      if (registered.isPresent()) {
        return declared((Completer.Declared) registered.get(), name, argument, context, own);
      }
      return beside.isPresent() ? beside(listed.get(), beside.get()) : new Declared(name, own);
    } catch (RefusedException e) {
      return new Broken(e.getMessage(), e.detail());
    }
  }

  /** The name of what is completed: that of the template if a URI of one was sent. */
  public String completed(CompletionRef ref, String argument) {
    return ref instanceof CompletionRef.OfResource
        ? template(ref.text(), argument).map(one -> one.template().text()).orElse(ref.text())
        : ref.text();
  }

  /** An argument that a program completes; empty if there is none, or not among the first. */
  public Optional<Completable> anyProgram() {
    List<Completable> all = new ArrayList<>();
    for (Prompt prompt : catalog.prompts()) {
      CompletionRef ref = new CompletionRef.OfPrompt(prompt.name());
      prompt
          .arguments()
          .orElse(List.of())
          .forEach(argument -> all.add(new Completable(ref, argument.name())));
    }
    for (ResourceTemplate template : catalog.templates()) {
      CompletionRef ref = new CompletionRef.OfResource(template.template().text());
      template.template().variables().forEach(name -> all.add(new Completable(ref, name)));
    }
    return all.stream()
        .limit(FIRST)
        .filter(one -> resolve(one.ref(), one.argument()) instanceof Script)
        .findFirst();
  }

  private Optional<Subject> resource(String uri, String argument) {
    return template(uri, argument)
        .map(one -> subject(one, uri, argument))
        .or(() -> catalog.resource(uri).map(one -> subject(one)));
  }

  /**
   * The template with this text. If neither a template nor a resource nor a completion has it, a
   * template that the URI may come from.
   */
  private Optional<ResourceTemplate> template(String uri, String argument) {
    Optional<ResourceTemplate> exact = catalog.template(uri);
    boolean isNamed =
        exact.isPresent()
            || catalog.resource(uri).isPresent()
            || catalog.completions().find(Kind.RESOURCE, List.of(uri), argument).isPresent();
    return isNamed ? exact : catalog.templateMatching(uri);
  }

  private Script registered(Completer.Script entry) throws RefusedException {
    return new Script(
        new CompletionProvider(
            entry.name(),
            CompletionProvider.REGISTERED + entry.script(),
            commands.of(ProjectScript.completion(layout.root(), entry.script())),
            entry.timeout(),
            Map.of(),
            entry.cache(),
            entry.limits()),
        entry.match());
  }

  private Script beside(Subject subject, String script) throws RefusedException {
    return new Script(
        new CompletionProvider(
            subject.name(),
            subject.kind().name().toLowerCase(Locale.ROOT) + ":" + script,
            commands.of(ProjectScript.completion(folder(subject.kind()), script)),
            Optional.empty(),
            subject.environment(),
            Optional.empty(),
            ScriptLimits.NONE),
        Optional.empty());
  }

  private Folder folder(Kind kind) {
    return kind == Kind.PROMPT ? layout.prompts() : layout.resources();
  }

  private Resolution declared(
      Completer.Declared declared,
      String name,
      String argument,
      Map<String, String> context,
      CompletionSource.Values own) {
    CompletionSource source =
        declared.source() instanceof CompletionSource.ByContext by
            ? by.of(context)
            : declared.source();
    try {
      return new Declared(
          name, "declared:" + argument, withoutEnums(source, own), declared.match());
    } catch (EntryException e) {
      return new Broken(
          "There is nothing to choose from; the server's error output says how to mend it",
          "The completion of \"%s\" for \"%s\": %s"
              .formatted(EscapedBytes.of(argument), EscapedBytes.of(name), e.sentences()));
    }
  }

  /**
   * A source that is not a table, with every {@code enum} replaced by its values.
   *
   * @param own the values in the argument's declaration
   */
  private CompletionSource withoutEnums(CompletionSource source, CompletionSource.Values own)
      throws EntryException {
    if (source instanceof CompletionSource.OwnEnum) {
      if (own.values().isEmpty()) {
        throw new EntryException(
            "the argument declares no enum", "Declare one, or use another source");
      }
      return own;
    } else if (source instanceof CompletionSource.ToolEnum of) {
      return catalog
          .enumOf(of)
          .orElseThrow(
              () ->
                  new EntryException(
                      "the tool \"%s\" has no property \"%s\" with an enum"
                          .formatted(EscapedBytes.of(of.tool()), EscapedBytes.of(of.property())),
                      "Correct the name, or declare the enum in its inputSchema"));
    } else if (source instanceof CompletionSource.AnyOf any) {
      List<CompletionSource> found = new ArrayList<>();
      for (CompletionSource one : any.sources()) {
        found.add(withoutEnums(one, own));
      }
      return new CompletionSource.AnyOf(found);
    }
    return source;
  }

  private Subject subject(Prompt prompt, String argument) {
    return new Subject(
        Kind.PROMPT,
        List.of(prompt.name()),
        prompt.name(),
        prompt.argument(argument).map(PromptArgument::values),
        prompt.arguments().isEmpty(),
        prompt.completionScript(),
        prompt.completionScript().isPresent()
            ? environment(Kind.PROMPT, prompt.path(), prompt.described())
            : Map.of());
  }

  /**
   * A resource template. The URI in the environment is the template; the one sent is in {@code
   * MCP_COMPLETION_REF}.
   *
   * @param uri as sent by the client; may be a concrete URI of the template
   */
  private Subject subject(ResourceTemplate template, String uri, String argument) {
    String text = template.template().text();
    return new Subject(
        Kind.RESOURCE,
        List.of(uri, text, template.name()),
        template.name(),
        template.template().variables().contains(argument)
            ? Optional.of(template.values(argument))
            : Optional.empty(),
        false,
        template.completionScript(),
        template.completionScript().isPresent()
            ? ofResource(template.path(), text, template.provider(), template.metadata())
            : Map.of());
  }

  /** A concrete resource: it has no variables, so only its completion knows its arguments. */
  private Subject subject(Resource resource) {
    return new Subject(
        Kind.RESOURCE,
        List.of(resource.name(), resource.uri()),
        resource.name(),
        Optional.empty(),
        true,
        resource.completionScript(),
        resource.completionScript().isPresent()
            ? ofResource(resource.path(), resource.uri(), resource.provider(), resource.described())
            : Map.of());
  }

  private Map<String, String> ofResource(
      String path, String uri, String provider, ObjectNode metadata) {
    Map<String, String> env = environment(Kind.RESOURCE, path, metadata);
    env.put("MCP_RESOURCE_URI", uri);
    env.put("MCP_RESOURCE_PROVIDER", provider);
    return env;
  }

  /** {@code MCP_PROMPT_*} or {@code MCP_RESOURCE_*}. */
  private Map<String, String> environment(Kind kind, String path, ObjectNode metadata) {
    String prefix = "MCP_" + kind.name() + "_";
    String json = Json.text(metadata);
    // Too much metadata would prevent the script's start. It can do without.
    boolean fits = RequestVariables.fits(prefix + "METADATA", json);
    Map<String, String> env = new HashMap<>();
    env.put(prefix + "REL_PATH", path);
    env.put(prefix + "PATH", folder(kind).resolve(path).map(Path::toString).orElse(""));
    env.put(prefix + "METADATA", fits ? json : "");
    return env;
  }

  /** An argument of a prompt or resource. */
  public record Completable(CompletionRef ref, String argument) {}

  /**
   * The prompt or resource whose argument is completed.
   *
   * @param names names under which registrations may refer to it, in order of precedence
   * @param values the values in the declaration of the argument; empty if the argument is not
   *     declared
   * @param isOpen whether it declares no arguments, so that the completion decides
   * @param script the script beside it, relative to the folder of its kind
   */
  private record Subject(
      Kind kind,
      List<String> names,
      String name,
      Optional<CompletionSource.Values> values,
      boolean isOpen,
      Optional<String> script,
      Map<String, String> environment) {}
}
