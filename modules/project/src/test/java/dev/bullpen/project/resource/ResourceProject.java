package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.file.FileUri;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;

/** A project with a resource, and how it is read. */
abstract class ResourceProject {
  @TempDir Path temporary;
  ProjectFixture project;

  @BeforeEach
  void a_project() throws IOException {
    project = new ProjectFixture(temporary).file("resources/a b%ä.json", "{}\n");
  }

  ResourceReading reading() {
    return new ResourceReading(project);
  }

  String uri(String path) {
    return FileUri.of(project.root.resolve("resources").resolve(path));
  }

  /** Registers a folder as a resource. */
  void folder(String path) throws IOException {
    project.register(
        "\"resources\": [{\"name\": \"d\", \"uri\": \"%s\", \"mimeType\": \"inode/directory\"}]"
            .formatted(uri(path)));
  }

  ArrayNode contents(String uri) throws ResourceException {
    ResourceRead.Local read = assertInstanceOf(ResourceRead.Local.class, reading().plan(uri));
    return read.target().contents(read.bytes());
  }
}
