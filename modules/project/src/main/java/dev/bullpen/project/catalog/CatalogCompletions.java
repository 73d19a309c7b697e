package dev.bullpen.project.catalog;

import dev.bullpen.json.Json;
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
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.prompt.Prompt;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The completions of a project, except scripts beside prompts and resources. Precedence:
 *
 * <ol>
 *   <li>registered completions;
 *   <li>programs in Java directly in the folder {@code completions}. Each completes the prompt,
 *       resource or template with its name. Subfolders are for files that these programs use.
 *       Scripts in this folder must be registered, because projects keep scripts of any name there;
 *   <li>the member {@code completions} in the metadata of prompts and templates, an object of
 *       sources by argument.
 * </ol>
 *
 * <p>Warnings concern errors in them and in the scripts.
 */
final class CatalogCompletions {
  private static final String FOLDER = "completions";
  private static final Member<ObjectNode> DECLARED = Member.object("completions");
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private final Layout layout;
  private final Registration registration;
  private final Catalog.Items items;
  private final Warnings warnings;
  private final Map<CompletionTarget, Completer> all;

  /** The metadata that declares a completion. Those without an entry are registered. */
  private final Map<CompletionTarget, String> declaredIn = new HashMap<>();

  CatalogCompletions(
      Layout layout, Registration registration, Catalog.Items items, Warnings warnings) {
    this.layout = layout;
    this.registration = registration;
    this.items = items;
    this.warnings = warnings;
    this.all = new HashMap<>(registration.completions());
  }

  CompletionTable read() {
    addPrograms();
    for (Prompt prompt : items.prompts().all()) {
      addDeclared(Kind.PROMPT, prompt.path(), prompt.name(), prompt.metadata());
    }
    for (ResourceTemplate template : items.templates().all()) {
      addDeclared(Kind.RESOURCE, template.path(), template.name(), template.metadata());
    }
    CompletionTable table = new CompletionTable(all);
    warnOfUnasked(table.targets());
    warnOfOpen(table.scripts());
    table.scripts().stream()
        .flatMap(entry -> layout.root().resolve(entry.script()).stream())
        .flatMap(script -> ScriptCommand.objection(script).stream())
        .forEach(warnings::add);
    return table;
  }

  private void addPrograms() {
    Path project = layout.root().path();
    FolderListing listing = FolderListing.of(new Folder(project.resolve(FOLDER), project), 1);
    listing.problems().forEach(warnings::add);
    List<String> programs =
        listing.files().stream()
            .map(ListedFile::path)
            .filter(JavaProgram::is)
            // A source precedes the jar with its name.
            .sorted(Comparator.comparing(JavaProgram::isJar))
            .toList();
    Map<String, String> found = new HashMap<>();
    for (String program : programs) {
      String path = FOLDER + "/" + program;
      String name = FoundFile.stem(program);
      CompletionTarget target = new CompletionTarget(Kind.ANY, name, Optional.empty());
      if (!isListed(name)) {
        if (!isRegistered(path)) {
          warnings.add(
              "%s completes nothing: no prompt, resource or template is called \"%s\". Rename it, or move it into a folder if it is part of another program."
                  .formatted(path, EscapedBytes.of(name)));
        }
      } else if (found.containsKey(name)) {
        warnings.add(
            "%s is ignored: %s completes the same. Remove one of the two."
                .formatted(path, found.get(name)));
      } else if (!registration.completions().containsKey(target)) {
        scriptBeside(name)
            .ifPresent(
                script ->
                    warnings.add(
                        "%s completes \"%s\", so %s beside it is not used. Remove one of the two."
                            .formatted(path, EscapedBytes.of(name), script)));
        found.put(name, path);
        all.put(target, new Completer.Script(name, path, Optional.empty()));
      }
    }
  }

  private boolean isListed(String name) {
    return items.prompts().find(name).isPresent()
        || items.resources().find(name).isPresent()
        || items.templates().find(name).isPresent();
  }

  private boolean isRegistered(String path) {
    return registration.completions().values().stream()
        .anyMatch(one -> one instanceof Completer.Script script && script.script().equals(path));
  }

  private Optional<String> scriptBeside(String name) {
    return items
        .prompts()
        .find(name)
        .flatMap(Prompt::completionScript)
        .or(() -> items.resources().find(name).flatMap(Resource::completionScript))
        .or(() -> items.templates().find(name).flatMap(ResourceTemplate::completionScript));
  }

  /**
   * Add the completions in metadata.
   *
   * @param path of the file that the metadata describes; may be empty
   */
  private void addDeclared(Kind kind, String path, String name, ObjectNode metadata) {
    boolean isPrompt = kind == Kind.PROMPT;
    String where = in(isPrompt ? layout.prompts() : layout.resources(), path);
    Warnings said =
        warnings.about(
            "%s: the %s \"%s\""
                .formatted(
                    where, isPrompt ? "prompt" : "resource template", EscapedBytes.of(name)));
    CompleterReader reader = new CompleterReader(layout.root());
    for (Map.Entry<String, JsonNode> member :
        new Members(metadata, said).get(DECLARED).orElseGet(Json::object).properties()) {
      CompletionTarget target = new CompletionTarget(kind, name, Optional.of(member.getKey()));
      try {
        Completer completer = reader.declared(member.getValue());
        if (!all.containsKey(target.with(Kind.ANY))
            && all.putIfAbsent(target, completer) == null
            && !path.isEmpty()) {
          declaredIn.put(target, where);
        }
      } catch (EntryException e) {
        said.add(
            "\"completions\" of \"%s\" is ignored: %s"
                .formatted(EscapedBytes.of(member.getKey()), e.sentences()));
      }
    }
  }

  /**
   * Warn of completions of an argument that their prompt or template does not have. No client asks
   * for them, and the name is usually misspelt. Does not warn if no arguments are declared, because
   * then the completion decides what it completes.
   */
  private void warnOfUnasked(Set<CompletionTarget> targets) {
    Set<String> resourceUris = items.resources().by(Resource::uri).keySet();
    Map<String, ResourceTemplate> templatesByText =
        items.templates().by(template -> template.template().text());
    TreeSet<String> sentences = new TreeSet<>();
    for (CompletionTarget target : targets) {
      String name = target.name();
      List<String> things = new ArrayList<>();
      TreeSet<String> arguments = new TreeSet<>();
      Optional<Prompt> prompt =
          target.kind() == Kind.RESOURCE ? Optional.empty() : items.prompts().find(name);
      Optional<ResourceTemplate> template =
          target.kind() == Kind.PROMPT
              ? Optional.empty()
              : items
                  .templates()
                  .find(name)
                  .or(() -> Optional.ofNullable(templatesByText.get(name)));
      boolean decidesItself =
          prompt.isPresent() && prompt.get().arguments().isEmpty()
              || target.kind() != Kind.PROMPT
                  && (items.resources().find(name).isPresent() || resourceUris.contains(name));
      if (prompt.isPresent()) {
        things.add("prompt");
        prompt.get().arguments().orElse(List.of()).forEach(one -> arguments.add(one.name()));
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
            "%s: the completion of \"%s\" for \"%s\" is never requested: the arguments of that %s are: %s. Correct the argument's name, or declare it."
                .formatted(
                    declaredIn.getOrDefault(target, in(layout.root(), registration.origin())),
                    EscapedBytes.of(target.argument().get()),
                    EscapedBytes.of(name),
                    String.join(" and ", things),
                    arguments.isEmpty() ? "none" : EscapedBytes.of(String.join(", ", arguments))));
      }
    }
    sentences.forEach(warnings::add);
  }

  private static String in(Folder folder, String path) {
    return folder.path() + "/" + EscapedBytes.of(path);
  }

  /**
   * Warn of completion scripts that other users may write or replace. They are still run, because
   * mcp-bash runs them, and a checkout made with umask 002 has only such scripts. Programs in Java
   * are not run then; see {@code TrustedCommand}.
   */
  private void warnOfOpen(List<Completer.Script> registered) {
    SortedMap<Path, Folder> scripts = new TreeMap<>();
    registered.forEach(one -> add(layout.root(), Optional.of(one.script()), scripts));
    items.prompts().all().forEach(one -> add(layout.prompts(), one.completionScript(), scripts));
    items
        .resources()
        .all()
        .forEach(one -> add(layout.resources(), one.completionScript(), scripts));
    items
        .templates()
        .all()
        .forEach(one -> add(layout.resources(), one.completionScript(), scripts));
    for (Map.Entry<Path, Folder> one : scripts.entrySet()) {
      Path script = one.getKey();
      try {
        if (!Collections.disjoint(Files.getPosixFilePermissions(script), OTHERS)) {
          warnings.add(
              "Completion script %s may be written by its group or by everybody, who can change what it does. Run chmod go-w %s."
                  .formatted(script, script));
          continue;
        }
        ScriptWay.to(script, script.toRealPath(), layout, one.getValue())
            .objectionBesideScript()
            .ifPresent(
                found ->
                    warnings.add(
                        "Completion script %s can be replaced by another user: %s. Run %s."
                            .formatted(script, found.fact(), found.nextStep())));
      } catch (IOException | UnsupportedOperationException e) {
        continue; // gone, currently unreadable, or on a file system without permissions
      }
    }
  }

  private static void add(Folder folder, Optional<String> script, Map<Path, Folder> scripts) {
    script
        .flatMap(folder::resolve)
        .filter(path -> !JavaProgram.is(path))
        .ifPresent(path -> scripts.put(path, folder));
  }
}
