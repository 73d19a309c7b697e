package dev.bullpen.project.watch;

import dev.bullpen.project.ProjectFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A project with one of each, and its watch. */
abstract class WatchedProject {
  @Parameter Way way;
  @TempDir Path temporary;
  ProjectFixture project;
  WatchFixture watch;

  @BeforeEach
  void a_watched_project_with_one_of_each() throws IOException {
    project =
        new ProjectFixture(temporary)
            .tool("t", "{\"name\": \"t\"}")
            .prompt("p", "[]")
            .file("resources/r.txt", "")
            .file("resources/u.meta.json", template("u", "u://{id}"));
    // The watch would write while a test removes the folder.
    project.env.put("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");
    watch();
  }

  @AfterEach
  void close() {
    watch.close();
  }

  void watch() {
    if (watch != null) {
      watch.close();
    }
    watch = WatchFixture.start(project.open(), way).ready();
  }

  static String template(String name, String template) {
    return "{\"name\": \"%s\", \"uriTemplate\": \"%s\"}".formatted(name, template);
  }

  Path path(String path) {
    return project.root.resolve(path);
  }

  /** Change one file and nothing else, which {@link ProjectFixture#file} does not promise. */
  void write(String path, String text) throws IOException {
    Files.writeString(path(path), text);
  }

  void move(String from, String to) throws IOException {
    Files.move(path(from), path(to));
  }

  void remove(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(path(folder))) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
