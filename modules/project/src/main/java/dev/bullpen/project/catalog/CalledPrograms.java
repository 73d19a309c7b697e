package dev.bullpen.project.catalog;

import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The files that calls would have run, by absolute path, each once; those that are there. */
public final class CalledPrograms {
  private CalledPrograms() {}

  /** The Java sources, which are compiled before. */
  public static SortedSet<Path> javaSources(Catalog catalog, Layout layout) {
    return all(catalog, layout, file -> JavaProgram.isSource(file.toString()));
  }

  /** What is no Java. */
  public static SortedSet<Path> scripts(Catalog catalog, Layout layout) {
    return all(catalog, layout, file -> !JavaProgram.is(file));
  }

  private static SortedSet<Path> all(Catalog catalog, Layout layout, Predicate<Path> wanted) {
    List<Path> files = new ArrayList<>();
    catalog.tools().forEach(tool -> files.add(tool.script()));
    for (Prompt prompt : catalog.prompts()) {
      if (prompt.isScript()) {
        layout.prompts().resolve(prompt.path()).ifPresent(files::add);
      }
      prompt.completionScript().flatMap(layout.prompts()::resolve).ifPresent(files::add);
    }
    for (Resource resource : catalog.resources()) {
      addProvider(resource.provider(), resource.path(), layout, files);
      resource.completionScript().flatMap(layout.resources()::resolve).ifPresent(files::add);
    }
    for (ResourceTemplate template : catalog.templates()) {
      addProvider(template.provider(), template.path(), layout, files);
      template.completionScript().flatMap(layout.resources()::resolve).ifPresent(files::add);
    }
    catalog
        .completions()
        .scripts()
        .forEach(entry -> layout.root().resolve(entry.script()).ifPresent(files::add));
    // Which of them is used says the URI of a call.
    providers(layout).stream()
        .filter(wanted)
        .filter(CalledPrograms::mayBeProvider)
        .forEach(files::add);
    return files.stream()
        .filter(wanted)
        .filter(Files::isRegularFile)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A file that is shown as it is has another provider. */
  private static void addProvider(
      String provider, String path, Layout layout, Collection<Path> files) {
    if (FoundFile.fileName(path).equals(provider)) {
      layout.resources().resolve(path).ifPresent(files::add);
    }
  }

  private static List<Path> providers(Layout layout) {
    try {
      return Files.isDirectory(layout.providers())
          ? FolderListing.entries(layout.providers(), "[!.]*")
          : List.of();
    } catch (IOException e) {
      return List.of(); // reading through one reports it
    }
  }

  private static boolean mayBeProvider(Path file) {
    return JavaProgram.is(file)
        || ScriptCommand.isScript(file)
        || Files.isExecutable(file) && !Discovery.isLeftLying(file.getFileName().toString());
  }
}
