package dev.bullpen.project.script;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A project, and the names of what is published of it. */
abstract class DiscoveredProject {
  @TempDir Path temporary;
  ProjectFixture project;

  @BeforeEach
  void an_empty_project() throws IOException {
    project = new ProjectFixture(temporary);
  }

  List<String> prompts() {
    return project.catalog().prompts().stream().map(Prompt::name).toList();
  }

  List<String> resources() {
    return project.catalog().resources().stream().map(Resource::name).toList();
  }

  List<String> templates() {
    return project.catalog().templates().stream().map(ResourceTemplate::name).toList();
  }
}
