package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderEntries;
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
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The files that calls would have run. */
public final class CalledPrograms {
  private final Predicate<Path> wanted;
  private final Layout layout;
  private final SortedSet<Path> found = new TreeSet<>();

  private CalledPrograms(Layout layout, Predicate<Path> wanted) {
    this.layout = layout;
    this.wanted = wanted;
  }

  /**
   * The Java sources, which are compiled before. By absolute path, each once; those that are there.
   */
  public static SortedSet<Path> javaSources(Catalog catalog, Layout layout) {
    return of(catalog, layout, file -> JavaProgram.isSource(file.toString()));
  }

  /** What is no Java, likewise. */
  public static SortedSet<Path> scripts(Catalog catalog, Layout layout) {
    return of(catalog, layout, file -> !JavaProgram.is(file));
  }

  private static SortedSet<Path> of(Catalog catalog, Layout layout, Predicate<Path> wanted) {
    CalledPrograms sources = new CalledPrograms(layout, wanted);
    catalog.tools().forEach(tool -> sources.add(tool.script()));
    for (Prompt prompt : catalog.prompts()) {
      if (prompt.isScript()) {
        sources.add(layout.prompts(), prompt.path());
      }
      sources.add(layout.prompts(), prompt.completionScript());
    }
    for (Resource resource : catalog.resources()) {
      sources.addProvider(resource.provider(), resource.path());
      sources.add(layout.resources(), resource.completionScript());
    }
    for (ResourceTemplate template : catalog.templates()) {
      sources.addProvider(template.provider(), template.path());
      sources.add(layout.resources(), template.completionScript());
    }
    catalog.completions().scripts().forEach(entry -> sources.add(layout.root(), entry.script()));
    sources.addProviders();
    return sources.found;
  }

  private void add(Path file) {
    if (wanted.test(file) && Files.isRegularFile(file)) {
      found.add(file);
    }
  }

  private void addIfProvider(Path file) {
    if (!wanted.test(file)) {
      return; // before anything is looked at
    }
    if (JavaProgram.is(file)
        || ScriptCommand.isScript(file)
        || Files.isExecutable(file) && !Discovery.isLeftLying(file.getFileName().toString())) {
      add(file);
    }
  }

  private void add(Folder folder, String relative) {
    folder.resolve(relative).ifPresent(this::add);
  }

  private void add(Folder folder, Optional<String> relative) {
    relative.ifPresent(path -> add(folder, path));
  }

  /** A file that is shown as it is has another provider. */
  private void addProvider(String provider, String path) {
    if (FoundFile.fileName(path).equals(provider)) {
      add(layout.resources(), path);
    }
  }

  /** Which of them is used says the URI of a call. */
  private void addProviders() {
    if (!Files.isDirectory(layout.providers())) {
      return;
    }
    try {
      FolderEntries.of(layout.providers(), "[!.]*").forEach(this::addIfProvider);
    } catch (IOException e) {
      // Whoever reads through one is told.
    }
  }
}
