package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.UiReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Observations that may surprise the author of a project for mcp-bash but are not errors. Examines
 * every file.
 */
public final class Notes {
  static final int MAX_SCRIPTS = 20;

  private static final String SMOKE_TEST = "smoke.sh";

  private final Catalog catalog;
  private final Layout layout;
  private final List<String> notes = new ArrayList<>();

  private Notes(Catalog catalog, Layout layout) {
    this.catalog = catalog;
    this.layout = layout;
  }

  public static List<String> of(Catalog catalog, Layout layout) {
    Notes all = new Notes(catalog, layout);
    if (catalog.sources().toolsAreFound()) {
      all.addScriptsThatAreNoTools();
    }
    all.addScriptsWithoutPermission();
    all.addCompletionsOfNothingListed();
    return List.copyOf(all.notes);
  }

  /** Scripts that would be tools in mcp-bash. */
  private void addScriptsThatAreNoTools() {
    Map<String, String> toolsByFolder = new HashMap<>();
    Set<Path> tools = new HashSet<>();
    for (Tool tool : catalog.tools()) {
      tools.add(tool.script());
      toolsByFolder.putIfAbsent(
          FoundFile.folder(layout.tools().relative(tool.script())), tool.name());
    }
    List<String> found = new ArrayList<>();
    for (ListedFile file : FolderListing.of(layout.tools()).files()) {
      Path script = layout.tools().path().resolve(file.path());
      if (!tools.contains(script) && !isReported(script) && wasTool(file.path(), script)) {
        String reason =
            nearest(FoundFile.folder(file.path()), toolsByFolder)
                .map("it counts as a helper script of the tool %s"::formatted)
                .orElse("it is not executable, or its metadata cannot be used");
        found.add(
            "%s is not published: %s. To publish it, describe it in %s.meta.json beside it."
                .formatted(script, reason, script.getFileName()));
      }
    }
    notes.addAll(found.subList(0, Math.min(found.size(), MAX_SCRIPTS)));
    if (found.size() > MAX_SCRIPTS) {
      notes.add(
          "%d more such scripts below %s."
              .formatted(found.size() - MAX_SCRIPTS, layout.tools().path()));
    }
  }

  /** Whether a problem already says why the script is not a tool. */
  private boolean isReported(Path script) {
    return catalog.problems().stream().anyMatch(problem -> problem.contains(script.toString()));
  }

  private static boolean wasTool(String path, Path script) {
    String name = FoundFile.fileName(path);
    return !FoundFile.folder(path).isEmpty()
        && !name.endsWith(Discovery.METADATA)
        && !name.equals(SMOKE_TEST)
        && !Discovery.isLeftLying(name)
        && !JavaProgram.is(script)
        && !isOfInterface(path)
        && (Files.isExecutable(script) || ScriptCommand.isScript(script));
  }

  private static boolean isOfInterface(String path) {
    return ("/" + FoundFile.folder(path) + "/").contains("/" + UiReader.UI + "/");
  }

  private static Optional<String> nearest(String folder, Map<String, String> toolsByFolder) {
    for (String at = folder; !at.isEmpty(); at = FoundFile.folder(at)) {
      if (toolsByFolder.containsKey(at)) {
        return Optional.of(toolsByFolder.get(at));
      }
    }
    return Optional.empty();
  }

  private void addScriptsWithoutPermission() {
    for (Path script : CalledPrograms.scripts(catalog, layout)) {
      if (Files.isReadable(script) && ScriptCommand.isLeftToBash(script)) {
        notes.add(
            "%s is not executable, so bash runs it, whatever its first line says. Run chmod +x on it."
                .formatted(script));
      }
    }
  }

  private void addCompletionsOfNothingListed() {
    catalog.completions().targets().stream()
        .filter(target -> !isListed(target))
        .map(CompletionTarget::name)
        .distinct()
        .sorted()
        .map(
            name ->
                "%s: the completion for \"%s\" is for a name that is in no list, so only clients that know the name use it. Correct the name if a listed item is meant."
                    .formatted(
                        layout.root().path().resolve(catalog.sources().registeredIn()),
                        EscapedBytes.of(name)))
        .forEach(notes::add);
  }

  private boolean isListed(CompletionTarget target) {
    String name = target.name();
    return target.kind() != Kind.RESOURCE && catalog.prompt(name).isPresent()
        || target.kind() != Kind.PROMPT
            && (catalog.resourceNamed(name).isPresent()
                || catalog.resource(name).isPresent()
                || catalog.templateMatching(name).isPresent()
                || catalog.templates().stream().anyMatch(template -> isCalled(template, name)));
  }

  private static boolean isCalled(ResourceTemplate template, String name) {
    return template.name().equals(name) || template.template().text().equals(name);
  }
}
