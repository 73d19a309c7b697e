package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderEntries;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.LinkedMetadata;
import dev.bullpen.project.script.ScriptCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Which files of one folder are tools, by the rules of {@link ToolDiscovery}. */
final class ToolFolder {
  private static final String SMOKE_TEST = "smoke.sh";

  private final Folder tools;
  private final String folder;
  private final TreeSet<String> metadataFiles = new TreeSet<>();
  private final TreeSet<String> candidates = new TreeSet<>();
  private final boolean hasInterface;
  private final Consumer<String> problems;

  /** By script; empty for a script whose metadata cannot be read. */
  private final Map<String, Optional<ToolSource>> described = new TreeMap<>();

  ToolFolder(
      Folder tools,
      String folder,
      Set<String> names,
      boolean hasInterface,
      Consumer<String> problems) {
    this.tools = tools;
    this.folder = folder;
    this.hasInterface = hasInterface;
    this.problems = problems;
    for (String name : names) {
      if (name.endsWith(Discovery.METADATA)) {
        metadataFiles.add(name);
      } else if (!name.equals(SMOKE_TEST)) {
        candidates.add(name);
      }
    }
  }

  /**
   * The tools.
   *
   * @param insideTool whether a folder around this one holds a described tool
   */
  List<ToolSource> read(boolean insideTool) {
    metadataFiles.stream()
        .filter(file -> candidates.contains(base(file)))
        .forEach(file -> describe(base(file), file));
    metadataFiles.stream()
        .filter(file -> !candidates.contains(base(file)))
        .forEach(file -> ofStem(file).ifPresent(script -> describe(script, file)));
    if (!insideTool) {
      // The folders of a tool may hold whole libraries, which nobody wants to have opened.
      undescribedScripts().forEach(this::readInside);
    }
    if (isDescribed() || insideTool) {
      return described.values().stream().flatMap(Optional::stream).toList();
    }
    List<ToolSource> executables =
        candidates.stream()
            .filter(name -> !Discovery.isLeftLying(name) && isExecutable(name))
            .map(name -> source(name, Json.object(), file(name)))
            .toList();
    if (executables.isEmpty()) {
      sayWhatLooksLikeOne();
    }
    return executables;
  }

  /** Whether the folder holds a tool that metadata speaks of. */
  boolean isDescribed() {
    return !described.isEmpty();
  }

  private void describe(String script, String metadataFile) {
    Path file = file(metadataFile);
    Consumer<String> said =
        problem -> problems.accept(problem + " Until then its tool is not published.");
    Optional<ObjectNode> metadata =
        Files.isSymbolicLink(file)
            ? LinkedMetadata.read(tools, file, said)
            : SmallFile.object(file, said, List.of(tools));
    described.put(
        script,
        metadata
            .flatMap(written -> completed(script, written))
            .map(whole -> source(script, whole, file)));
  }

  /**
   * Metadata that does not say what the tool takes leaves room for what the script says itself.
   * Empty if that cannot be read, which is said.
   */
  private Optional<ObjectNode> completed(String script, ObjectNode written) {
    if (InputSchema.isIn(written)) {
      return Optional.of(written);
    }
    InlineMetadata inside = InlineMetadata.read(file(script));
    if (inside.mistake().isPresent()) {
      sayNotPublished(script, inside.mistake().get());
      return Optional.empty();
    }
    ObjectNode all = Json.object();
    written.properties().forEach(member -> all.set(member.getKey(), member.getValue()));
    inside
        .object()
        .ifPresent(
            found -> found.properties().forEach(m -> all.putIfAbsent(m.getKey(), m.getValue())));
    return Optional.of(all);
  }

  private void readInside(String script) {
    InlineMetadata inside = InlineMetadata.read(file(script));
    inside.mistake().ifPresent(mistake -> sayNotPublished(script, mistake));
    if (inside.mistake().isPresent() || inside.object().isPresent()) {
      described.put(script, inside.object().map(found -> source(script, found, file(script))));
    }
  }

  private void sayNotPublished(String script, String reason) {
    problems.accept("%s is not published: %s".formatted(file(script), reason));
  }

  private Optional<String> ofStem(String metadataFile) {
    List<String> all =
        candidates.stream()
            .filter(name -> FoundFile.stem(name).equals(base(metadataFile)))
            .filter(name -> !Discovery.isLeftLying(name))
            .toList();
    if (all.isEmpty()) {
      problems.accept(
          link(metadataFile)
              .map(
                  link ->
                      "%s is ignored: %s is a symbolic link, and no tool is found by one. Put the script itself there, or register it in server.d/register.json."
                          .formatted(file(metadataFile), link))
              .orElseGet(
                  () ->
                      "%s is ignored: no script of that name lies beside it. Put it there or remove the metadata."
                          .formatted(file(metadataFile))));
    }
    List<String> free = all.stream().filter(name -> !described.containsKey(name)).toList();
    List<String> best = best(free);
    Optional<String> other =
        best.stream()
            .skip(1)
            .findFirst()
            .or(
                () ->
                    free.stream()
                        .filter(JavaProgram::is)
                        .filter(name -> !best.contains(name))
                        .findFirst());
    if (other.isPresent()) {
      problems.accept(
          "%s is taken to speak of %s, and might of %s. Name it after its script: %s%s."
              .formatted(
                  file(metadataFile), best.get(0), other.get(), best.get(0), Discovery.METADATA));
    }
    return best.stream().findFirst();
  }

  /** The symbolic link that the metadata speaks of. */
  private Optional<Path> link(String metadataFile) {
    String base = base(metadataFile);
    try {
      for (Path entry : FolderEntries.of(file(base).getParent())) {
        String name = entry.getFileName().toString();
        if ((name.equals(base) || FoundFile.stem(name).equals(base))
            && Files.isSymbolicLink(entry)) {
          return Optional.of(entry);
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // it was read a moment ago
    }
    return Optional.empty();
  }

  /**
   * Those that are most surely programs; where there is no choice, nothing is tested. A script that
   * lies beside a Java file of its name may well be what starts it.
   */
  private List<String> best(List<String> names) {
    if (names.size() < 2) {
      return names;
    }
    List<Predicate<String>> tests =
        List.of(this::isExecutable, this::isScript, JavaProgram::isSource, JavaProgram::isJar);
    for (Predicate<String> test : tests) {
      List<String> passing = names.stream().filter(test).toList();
      if (!passing.isEmpty()) {
        return passing;
      }
    }
    return names;
  }

  private List<String> undescribedScripts() {
    return candidates.stream()
        .filter(name -> !described.containsKey(name))
        .filter(name -> !Discovery.isLeftLying(name))
        .filter(name -> JavaProgram.isSource(name) || isScript(name))
        .toList();
  }

  private void sayWhatLooksLikeOne() {
    undescribedScripts().stream()
        .filter(name -> FoundFile.stem(name).equals("tool"))
        .findFirst()
        .ifPresent(
            name ->
                problems.accept(
                    (JavaProgram.is(name)
                            ? "%s is not published: it has no metadata. Describe it in tool.meta.json."
                            : "%s is not published: it is not executable and has no metadata. Run chmod +x on it, or describe it in tool.meta.json.")
                        .formatted(file(name))));
  }

  /** Of a program in Java the permission says nothing: some file systems give it to every file. */
  private boolean isExecutable(String name) {
    return !JavaProgram.is(name) && Files.isExecutable(file(name));
  }

  private boolean isScript(String name) {
    return isExecutable(name) || ScriptCommand.isScript(file(name));
  }

  private ToolSource source(String script, ObjectNode metadata, Path where) {
    return new ToolSource(
        folder + "/" + script,
        file(script),
        metadata,
        file(script).getParent(),
        where.toString(),
        hasInterface);
  }

  private Path file(String name) {
    return tools.path().resolve(folder).resolve(name);
  }

  private static String base(String metadataFile) {
    return metadataFile.substring(0, metadataFile.length() - Discovery.METADATA.length());
  }
}
