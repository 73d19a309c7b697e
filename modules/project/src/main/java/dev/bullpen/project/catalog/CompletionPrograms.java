package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionEntry;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.ListedFile;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The programs in Java that lie in the folder {@code completions} itself, each of which completes
 * the prompt, resource or template it is named after, as if it were registered for that name.
 *
 * <p>What is registered for a name, or for one of its arguments, goes before them. Folders in that
 * folder are for what these programs use. Scripts complete nothing by their names there: projects
 * keep scripts of any name in that folder, and register them.
 */
final class CompletionPrograms {
  private static final String FOLDER = "completions";

  private final Catalogued known;
  private final Map<CompletionTarget, Completer> registered;
  private final Consumer<String> problems;
  private final Set<String> inUse = new HashSet<>();

  /** What there is to be completed. */
  record Catalogued(
      NamedItems<Prompt> prompts,
      NamedItems<Resource> resources,
      NamedItems<ResourceTemplate> templates) {

    boolean isIn(String name) {
      return prompts.find(name).isPresent()
          || resources.find(name).isPresent()
          || templates.find(name).isPresent();
    }

    /** The script beside something of that name. */
    Optional<String> scriptBeside(String name) {
      return prompts
          .find(name)
          .flatMap(Prompt::completionScript)
          .or(() -> resources.find(name).flatMap(Resource::completionScript))
          .or(() -> templates.find(name).flatMap(ResourceTemplate::completionScript));
    }
  }

  private CompletionPrograms(
      Catalogued known, Map<CompletionTarget, Completer> registered, Consumer<String> problems) {
    this.known = known;
    this.registered = registered;
    this.problems = problems;
    for (Completer completer : registered.values()) {
      if (completer instanceof CompletionEntry entry) {
        inUse.add(entry.script());
      }
    }
  }

  /** What is registered, and then what is found. */
  static Map<CompletionTarget, Completer> added(
      Map<CompletionTarget, Completer> registered,
      Layout layout,
      Catalogued known,
      Consumer<String> problems) {
    Folder project = layout.root();
    Folder folder = new Folder(project.path().resolve(FOLDER), project.path());
    FolderListing listing = FolderListing.of(folder, 1, FolderListing.MAX_FILES, problems);
    List<String> programs = new ArrayList<>();
    for (ListedFile file : listing.files()) {
      if (JavaProgram.is(file.path())) {
        programs.add(file.path());
      }
    }
    if (programs.isEmpty()) {
      return registered;
    }
    // A source goes before the jar of its name.
    programs.sort((a, b) -> Boolean.compare(JavaProgram.isJar(a), JavaProgram.isJar(b)));
    return new CompletionPrograms(known, registered, problems).added(programs);
  }

  private Map<CompletionTarget, Completer> added(List<String> programs) {
    Map<String, CompletionEntry> found = new LinkedHashMap<>();
    for (String program : programs) {
      String path = FOLDER + "/" + program;
      String name = FoundFile.stem(program);
      if (!known.isIn(name)) {
        sayNobodys(path, name);
      } else if (found.containsKey(name)) {
        problems.accept(
            "%s is ignored: %s completes the same. Remove one of the two."
                .formatted(path, found.get(name).script()));
      } else if (!registered.containsKey(target(name))) {
        sayBeside(path, name);
        found.put(name, new CompletionEntry(name, path, Optional.empty()));
      }
    }
    Map<CompletionTarget, Completer> all = new LinkedHashMap<>(registered);
    found.forEach((name, entry) -> all.put(target(name), entry));
    return Collections.unmodifiableMap(all);
  }

  /** All arguments of whatever has that name. */
  private static CompletionTarget target(String name) {
    return new CompletionTarget(CompletionTarget.Kind.ANY, name, Optional.empty());
  }

  private void sayNobodys(String path, String name) {
    if (!inUse.contains(path)) {
      problems.accept(
          "%s completes nothing: no prompt, resource or template is called \"%s\". Rename it, or move it into a folder if it is part of another program."
              .formatted(path, EscapedBytes.of(name)));
    }
  }

  private void sayBeside(String path, String name) {
    known
        .scriptBeside(name)
        .ifPresent(
            script ->
                problems.accept(
                    "%s completes \"%s\", and %s, which lies beside it, does not. Remove one of the two."
                        .formatted(path, EscapedBytes.of(name), script)));
  }
}
