package dev.bullpen.launcher.validate;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.script.Discovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds files and folders that lie where no server reads them.
 *
 * @param scripts the scripts that a server would run
 */
record Misplaced(Layout layout, Set<Path> scripts, Findings findings) {
  private static final String TOOL = "tool";

  private static final Set<String> EXTENSIONS =
      Set.of("sh", "bash", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "java", "jar");

  private static final Set<String> METADATA_NAMES =
      Set.of(
          """
          meta.json metadata.json tool.json tool.meta.jsonc tool.meta.json5
          tool.meta.yaml tool.meta.yml tool.metadata.json tool.yaml tool.yml
          tool_meta.json tool-meta.json
          """
              .split("\\s+"));

  private static final List<String> SERVER_FILES =
      List.of(
          "server.meta.json",
          "server.instructions.md",
          "register.json",
          "register.sh",
          "policy.sh");

  private static final List<String> PARTS =
      List.of("tools", "prompts", "resources", "providers", "completions");

  /** A name such as {@code city.completion.py}. */
  private static final Pattern COMPLETION = Pattern.compile("(.+\\.completion)\\.(\\w+)");

  void find() {
    inRoot();
    directlyInTools();
    completions(layout.prompts());
    completions(layout.resources());
    FolderListing listing = FolderListing.of(layout.tools());
    Map<String, Set<String>> folders = new TreeMap<>();
    for (ListedFile file : listing.files()) {
      folders
          .computeIfAbsent(FoundFile.folder(file.path()), first -> new TreeSet<>())
          .add(FoundFile.fileName(file.path()));
    }
    folders.remove("");
    folders.forEach((folder, names) -> inTool(layout.tools().path().resolve(folder), names));
  }

  private void inRoot() {
    Path root = layout.root().path();
    for (String name : SERVER_FILES) {
      Path file = root.resolve(name);
      if (Files.isRegularFile(file) && !file.startsWith(layout.server().path())) {
        findings.problem(
            "%s is not read: it lies outside of server.d. Move it to %s."
                .formatted(file, layout.server().path().resolve(name)));
      }
    }
    for (String part : PARTS) {
      Path single = root.resolve(part.substring(0, part.length() - 1));
      if (Files.isDirectory(single) && Files.notExists(root.resolve(part))) {
        findings.note(
            "%s is not read: %s lie in %s/. Rename it if it is meant so."
                .formatted(single, part, part));
      }
    }
  }

  /** A script with metadata is a misplaced tool; one without may be something else. */
  private void directlyInTools() {
    Set<Path> files = new TreeSet<>(files(layout.tools().path()));
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(Discovery.METADATA)) {
        String stem = name.substring(0, name.length() - Discovery.METADATA.length());
        findings.problem(
            "%s is not read: tools live in folders. Move it to %s."
                .formatted(file, place(FoundFile.stem(stem), "meta.json")));
      } else if (isScript(file)) {
        String stem = FoundFile.stem(name);
        String extension = name.equals(stem) ? "" : name.substring(stem.length() + 1);
        boolean isDescribed =
            files.contains(file.resolveSibling(stem + Discovery.METADATA))
                || files.contains(file.resolveSibling(name + Discovery.METADATA))
                || InlineMetadata.read(file).object().isPresent();
        String sentence =
            "%s is not published: tools live in folders. Move it to %s if it is one."
                .formatted(file, place(stem, extension));
        if (isDescribed) {
          findings.problem(sentence);
        } else {
          findings.note(sentence);
        }
      }
    }
  }

  /** Finds scripts beside prompts and resources whose names make them no completions. */
  private void completions(Folder folder) {
    for (ListedFile file : FolderListing.of(folder).files()) {
      Path script = folder.path().resolve(file.path());
      Matcher name = COMPLETION.matcher(script.getFileName().toString());
      if (name.matches() && EXTENSIONS.contains(name.group(2)) && !scripts.contains(script)) {
        findings.note(
            "%s completes nothing: its name must end with .completion or .completion.sh. Rename it to %s, or name it in server.d/register.json."
                .formatted(script, name.group(1)));
      }
    }
  }

  private Path place(String name, String extension) {
    return layout
        .tools()
        .path()
        .resolve(name)
        .resolve(extension.isEmpty() ? TOOL : TOOL + "." + extension);
  }

  private static boolean isScript(Path file) {
    String name = file.getFileName().toString();
    return !Discovery.isLeftLying(name)
        && (Files.isExecutable(file)
            || EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1)));
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try {
      List<Path> files = new ArrayList<>();
      for (Path entry : FolderListing.entries(folder, "[!.]*")) {
        if (Files.isRegularFile(entry)) {
          files.add(entry);
        }
      }
      return files;
    } catch (IOException e) {
      return List.of(); // a problem of reading the project, which has been reported
    }
  }

  private void inTool(Path folder, Set<String> names) {
    if (names.stream().anyMatch(name -> name.endsWith(Discovery.METADATA))) {
      return;
    }
    List<Path> scripts = names.stream().map(folder::resolve).filter(Misplaced::isScript).toList();
    if (scripts.isEmpty()
        || scripts.stream().anyMatch(script -> InlineMetadata.read(script).object().isPresent())) {
      return;
    }
    Optional<String> other =
        names.stream()
            .filter(
                name ->
                    METADATA_NAMES.contains(name)
                        || scripts.stream().anyMatch(script -> isNamedAfter(name, script)))
            .findFirst();
    Optional<Path> tool =
        scripts.stream()
            .filter(script -> FoundFile.stem(script.getFileName().toString()).equals(TOOL))
            .findFirst();
    other.ifPresentOrElse(
        name ->
            findings.problem(
                "%s has no tool.meta.json (there is a %s). A tool without metadata is named after its file. Rename %s to tool.meta.json, and let it be JSON."
                    .formatted(folder, name, name)),
        () ->
            tool.ifPresent(
                script ->
                    findings.note(
                        "%s has no tool.meta.json. A tool without metadata is named after its file, \"tool\". Describe it there."
                            .formatted(folder))));
  }

  private static boolean isNamedAfter(String name, Path script) {
    return name.equals(FoundFile.stem(script.getFileName().toString()) + ".json");
  }
}
