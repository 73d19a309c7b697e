package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Folder;
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
import java.util.SortedSet;
import java.util.TreeSet;

/** The existing files that calls would run, by absolute path, each once. */
public final class CalledPrograms {
  private final Layout layout;
  private final TreeSet<Path> files = new TreeSet<>();

  private CalledPrograms(Layout layout) {
    this.layout = layout;
  }

  /** The Java sources, which are compiled first. */
  public static SortedSet<Path> javaSources(Catalog catalog, Layout layout) {
    TreeSet<Path> files = all(catalog, layout);
    files.removeIf(file -> !JavaProgram.isSource(file.toString()));
    return files;
  }

  /** Programs that are not Java. */
  public static SortedSet<Path> scripts(Catalog catalog, Layout layout) {
    TreeSet<Path> files = all(catalog, layout);
    files.removeIf(JavaProgram::is);
    return files;
  }

  private static TreeSet<Path> all(Catalog catalog, Layout layout) {
    CalledPrograms all = new CalledPrograms(layout);
    all.addCalled(catalog);
    all.addProviders();
    all.files.removeIf(file -> !Files.isRegularFile(file));
    return all.files;
  }

  private void addCalled(Catalog catalog) {
    catalog.tools().forEach(tool -> files.add(tool.script()));
    for (Prompt prompt : catalog.prompts()) {
      if (prompt.isScript()) {
        add(layout.prompts(), prompt.path());
      }
      prompt.completionScript().ifPresent(script -> add(layout.prompts(), script));
    }
    for (Resource resource : catalog.resources()) {
      addProvider(resource.provider(), resource.path());
      resource.completionScript().ifPresent(script -> add(layout.resources(), script));
    }
    for (ResourceTemplate template : catalog.templates()) {
      addProvider(template.provider(), template.path());
      template.completionScript().ifPresent(script -> add(layout.resources(), script));
    }
    catalog.completions().scripts().forEach(entry -> add(layout.root(), entry.script()));
  }

  private void add(Folder folder, String path) {
    folder.resolve(path).ifPresent(files::add);
  }

  /** A file resource is not run; it has a built-in provider. */
  private void addProvider(String provider, String path) {
    if (FoundFile.fileName(path).equals(provider)) {
      add(layout.resources(), path);
    }
  }

  /** All files of the providers folder, because the URI of a call decides which one is used. */
  private void addProviders() {
    if (!Files.isDirectory(layout.providers())) {
      return;
    }
    try {
      for (Path file : FolderListing.entries(layout.providers(), "[!.]*")) {
        if (JavaProgram.is(file)
            || ScriptCommand.isScript(file)
            || Files.isExecutable(file) && !Discovery.isLeftLying(file.getFileName().toString())) {
          files.add(file);
        }
      }
    } catch (IOException e) {
      return; // a read with a provider reports it
    }
  }
}
