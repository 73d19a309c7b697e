package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompleterReader;
import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which completions a project has, beside the scripts that lie beside prompts and resources. In
 * this order of precedence:
 *
 * <ol>
 *   <li>what is registered;
 *   <li>programs in Java in the folder {@code completions} itself, each of which completes the
 *       prompt, resource or template it is named after. Folders in that folder are for what these
 *       programs use. Scripts complete nothing by their names there: projects keep scripts of any
 *       name in that folder, and register them;
 *   <li>the member {@code completions} of the metadata of prompts and templates, an object of
 *       sources by the arguments they complete.
 * </ol>
 *
 * <p>What is wrong with them is reported, also what can only be seen by looking at the scripts.
 */
final class CatalogCompletions {
  private static final String FOLDER = "completions";
  private static final String KEY = "completions";
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private final Layout layout;
  private final Registration registration;
  private final NamedItems<Prompt> prompts;
  private final NamedItems<Resource> resources;
  private final NamedItems<ResourceTemplate> templates;
  private final Warnings problems;

  /** Where the metadata is that declares a completion; the others are registered. */
  private final Map<CompletionTarget, String> declaredIn = new HashMap<>();

  CatalogCompletions(
      Layout layout,
      Registration registration,
      NamedItems<Prompt> prompts,
      NamedItems<Resource> resources,
      NamedItems<ResourceTemplate> templates,
      Warnings problems) {
    this.layout = layout;
    this.registration = registration;
    this.prompts = prompts;
    this.resources = resources;
    this.templates = templates;
    this.problems = problems;
  }

  CompletionTable read() {
    Map<CompletionTarget, Completer> all = new HashMap<>(registration.completions());
    addPrograms(all);
    for (Prompt prompt : prompts.all()) {
      addDeclared(Kind.PROMPT, prompt.path(), prompt.name(), prompt.metadata(), all);
    }
    for (ResourceTemplate template : templates.all()) {
      addDeclared(Kind.RESOURCE, template.path(), template.name(), template.metadata(), all);
    }
    CompletionTable table = new CompletionTable(all);
    reportUnasked(table.targets());
    reportOpen(table.scripts());
    for (Completer.Script entry : table.scripts()) {
      layout
          .root()
          .resolve(entry.script())
          .flatMap(ScriptCommand::objection)
          .ifPresent(problems::add);
    }
    return table;
  }

  private void addPrograms(Map<CompletionTarget, Completer> all) {
    Path project = layout.root().path();
    Folder folder = new Folder(project.resolve(FOLDER), project);
    FolderListing listing = FolderListing.of(folder, 1);
    listing.problems().forEach(problems::add);
    List<String> programs =
        new ArrayList<>(
            listing.files().stream().map(ListedFile::path).filter(JavaProgram::is).toList());
    // A source goes before the jar of its name.
    programs.sort((a, b) -> Boolean.compare(JavaProgram.isJar(a), JavaProgram.isJar(b)));
    Set<String> registered =
        new CompletionTable(registration.completions())
            .scripts().stream().map(Completer.Script::script).collect(Collectors.toSet());
    Map<String, String> found = new HashMap<>();
    for (String program : programs) {
      String path = FOLDER + "/" + program;
      String name = FoundFile.stem(program);
      CompletionTarget target = new CompletionTarget(Kind.ANY, name, Optional.empty());
      if (!isListed(name)) {
        if (!registered.contains(path)) {
          problems.add(
              "%s completes nothing: no prompt, resource or template is called \"%s\". Rename it, or move it into a folder if it is part of another program."
                  .formatted(path, EscapedBytes.of(name)));
        }
      } else if (found.containsKey(name)) {
        problems.add(
            "%s is ignored: %s completes the same. Remove one of the two."
                .formatted(path, found.get(name)));
      } else if (!registration.completions().containsKey(target)) {
        scriptBeside(name)
            .ifPresent(
                script ->
                    problems.add(
                        "%s completes \"%s\", and %s, which lies beside it, does not. Remove one of the two."
                            .formatted(path, EscapedBytes.of(name), script)));
        found.put(name, path);
        all.put(target, new Completer.Script(name, path, Optional.empty()));
      }
    }
  }

  private boolean isListed(String name) {
    return prompts.find(name).isPresent()
        || resources.find(name).isPresent()
        || templates.find(name).isPresent();
  }

  private Optional<String> scriptBeside(String name) {
    return prompts
        .find(name)
        .flatMap(Prompt::completionScript)
        .or(() -> resources.find(name).flatMap(Resource::completionScript))
        .or(() -> templates.find(name).flatMap(ResourceTemplate::completionScript));
  }

  /**
   * Add what metadata says.
   *
   * @param path of the file it is about; may be empty
   */
  private void addDeclared(
      Kind kind,
      String path,
      String name,
      ObjectNode metadata,
      Map<CompletionTarget, Completer> all) {
    boolean isPrompt = kind == Kind.PROMPT;
    String where = in(isPrompt ? layout.prompts() : layout.resources(), path);
    String what =
        "%s: the %s \"%s\": "
            .formatted(where, isPrompt ? "prompt" : "resource template", EscapedBytes.of(name));
    Optional<ObjectNode> declared =
        new Members(metadata, problem -> problems.add(what + problem)).object(KEY);
    if (declared.isEmpty()) {
      return;
    }
    CompleterReader reader = new CompleterReader(layout.root());
    for (Map.Entry<String, JsonNode> member : declared.get().properties()) {
      CompletionTarget target = new CompletionTarget(kind, name, Optional.of(member.getKey()));
      try {
        Completer completer = reader.declared(member.getValue());
        if (!all.containsKey(target.with(Kind.ANY))
            && all.putIfAbsent(target, completer) == null
            && !path.isEmpty()) {
          declaredIn.put(target, where);
        }
      } catch (EntryException e) {
        problems.add(
            "%s\"completions\" of \"%s\" is ignored: %s"
                .formatted(what, EscapedBytes.of(member.getKey()), e.sentences()));
      }
    }
  }

  /**
   * Report completions of an argument that their prompt or template does not have: no client asks
   * for them, and mostly the name is misspelt. What declares no arguments at all is left alone, as
   * its completion decides for itself what it completes.
   */
  private void reportUnasked(Set<CompletionTarget> targets) {
    Set<String> resourceUris = resources.by(Resource::uri).keySet();
    Map<String, ResourceTemplate> templatesByText =
        templates.by(template -> template.template().text());
    TreeSet<String> sentences = new TreeSet<>();
    for (CompletionTarget target : targets) {
      String name = target.name();
      List<String> things = new ArrayList<>();
      TreeSet<String> arguments = new TreeSet<>();
      Optional<Prompt> prompt =
          target.kind() == Kind.RESOURCE ? Optional.empty() : prompts.find(name);
      Optional<ResourceTemplate> template =
          target.kind() == Kind.PROMPT
              ? Optional.empty()
              : templates.find(name).or(() -> Optional.ofNullable(templatesByText.get(name)));
      boolean decidesItself =
          prompt.isPresent() && prompt.get().arguments().isEmpty()
              || target.kind() != Kind.PROMPT
                  && (resources.find(name).isPresent() || resourceUris.contains(name));
      if (prompt.isPresent()) {
        things.add("prompt");
        prompt.get().arguments().orElse(List.of()).stream()
            .map(PromptArgument::name)
            .forEach(arguments::add);
      }
      if (template.isPresent()) {
        things.add("resource template");
        arguments.addAll(template.get().template().variables());
      }
      if (target.argument().isPresent()
          && !decidesItself
          && !things.isEmpty()
          && !arguments.contains(target.argument().get())) {
        sentences.add(
            "%s: the completion of \"%s\" for \"%s\" is never asked for: the arguments of that %s are: %s. Correct the argument's name, or declare it."
                .formatted(
                    declaredIn.getOrDefault(target, in(layout.root(), registration.origin())),
                    EscapedBytes.of(target.argument().get()),
                    EscapedBytes.of(name),
                    String.join(" and ", things),
                    arguments.isEmpty() ? "none" : EscapedBytes.of(String.join(", ", arguments))));
      }
    }
    sentences.forEach(problems::add);
  }

  private static String in(Folder folder, String path) {
    return folder.path() + "/" + EscapedBytes.of(path);
  }

  /**
   * Report completion scripts that others than their owner may write or replace. They are run all
   * the same: mcp-bash runs them, and a checkout made with umask 002 has no others. Programs in
   * Java are not; see {@code TrustedCommand}.
   */
  private void reportOpen(List<Completer.Script> registered) {
    SortedMap<Path, Folder> scripts = new TreeMap<>();
    registered.forEach(one -> add(layout.root(), Optional.of(one.script()), scripts));
    prompts.all().forEach(one -> add(layout.prompts(), one.completionScript(), scripts));
    resources.all().forEach(one -> add(layout.resources(), one.completionScript(), scripts));
    templates.all().forEach(one -> add(layout.resources(), one.completionScript(), scripts));
    scripts.forEach(
        (script, folder) -> {
          if (isOpen(script)) {
            problems.add(
                "Completion script %s may be written by its group or by everybody, who so decide what it does. Run chmod go-w %s."
                    .formatted(script, script));
          } else {
            replaceable(script, folder)
                .ifPresent(
                    found ->
                        problems.add(
                            "Completion script %s can be replaced by another user: %s. Run %s."
                                .formatted(script, found.fact(), found.nextStep())));
          }
        });
  }

  private static void add(Folder folder, Optional<String> script, Map<Path, Folder> scripts) {
    script
        .flatMap(folder::resolve)
        .filter(path -> !JavaProgram.is(path))
        .ifPresent(path -> scripts.put(path, folder));
  }

  private Optional<TrustCheck.Objection> replaceable(Path script, Folder folder) {
    try {
      return ScriptWay.to(script, script.toRealPath(), layout, folder).objectionBesideScript();
    } catch (IOException e) {
      return Optional.empty(); // gone, or not to be read now, which the reading notes
    }
  }

  private static boolean isOpen(Path script) {
    try {
      return !Collections.disjoint(Files.getPosixFilePermissions(script), OTHERS);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // gone, or on a file system without permissions
    }
  }
}
