package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The Java sources that calls would have compiled, so that they can be before. */
public final class JavaSources {
  private static final String EXTENSION = ".java";

  private final Layout layout;
  private final SortedSet<Path> found = new TreeSet<>();

  private JavaSources(Layout layout) {
    this.layout = layout;
  }

  /** By absolute path, each once; those that are there. */
  public static SortedSet<Path> of(Catalog catalog, Layout layout) {
    JavaSources sources = new JavaSources(layout);
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
    if (file.toString().endsWith(EXTENSION) && Files.isRegularFile(file)) {
      found.add(file);
    }
  }

  private void add(Folder folder, String relative) {
    folder.resolve(relative).ifPresent(this::add);
  }

  private void add(Folder folder, Optional<String> relative) {
    relative.ifPresent(path -> add(folder, path));
  }

  /**
   * A source may also be a file that is shown as it is; then it is not called like its provider.
   */
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
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(layout.providers(), "[!.]*" + EXTENSION)) {
      entries.forEach(this::add);
    } catch (IOException e) {
      // Whoever reads through one is told.
    }
  }
}
