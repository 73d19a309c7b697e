package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.FailingFolder;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalledProgramsTests extends ProjectTest {

  @Test
  void sources_that_calls_would_run_are_listed_each_once_and_no_others() throws Exception {
    project.script("prompts/p.java").file("prompts/shown.java", "text");
    project.file(
        "prompts/p.meta.json", "{\"name\": \"p\", \"path\": \"p.java\", \"render\": \"script\"}");
    project.file(
        "prompts/shown.meta.json",
        "{\"name\": \"shown\", \"path\": \"shown.java\", \"render\": \"text\"}");
    project.script("completions/c.java").script("completions/lies-about/unused.java");
    project.register(
        "\"completions\": [{\"name\": \"p\", \"path\": \"completions/c.java\"},"
            + " {\"name\": \"q\", \"path\": \"completions/c.java\"}]");
    project.script("providers/r.java").script("providers/s.sh").script("lib/L.java");

    Project opened = Project.open(project.root, project.env, temporary, project.warnings::add);

    assertEquals(
        List.of(
            project.root.resolve("completions/c.java"),
            project.root.resolve("prompts/p.java"),
            project.root.resolve("providers/r.java")),
        List.copyOf(opened.javaSources()));
  }

  @Test
  void of_providers_that_cannot_be_listed_there_are_none() throws Exception {
    project.script("tools/t/tool.sh");
    try (FailingFolder providers = FailingFolder.at(project.root.resolve("providers"))) {
      assertTrue(Files.isDirectory(providers.path()));
      Project opened = Project.open(project.root, project.env, temporary, project.warnings::add);
      assertEquals(List.of(project.root.resolve("tools/t/tool.sh")), List.copyOf(opened.scripts()));
    }
  }
}
