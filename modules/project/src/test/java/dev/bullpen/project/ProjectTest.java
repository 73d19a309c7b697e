package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptGets;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.script.RequestVariables.Request;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of a project in a temporary folder, which is empty at first. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // no other module sees tests
public abstract class ProjectTest {
  @TempDir protected Path temporary;
  protected ProjectFixture project;

  @BeforeEach
  protected final void emptyProject() throws IOException {
    project = new ProjectFixture(temporary);
  }

  protected final String path(String relative) {
    return project.root.resolve(relative).toString();
  }

  protected final List<String> tools() {
    return project.catalog().tools().stream().map(Tool::name).toList();
  }

  protected final List<String> prompts() {
    return project.catalog().prompts().stream().map(Prompt::name).toList();
  }

  protected final List<String> resources() {
    return project.catalog().resources().stream().map(Resource::name).toList();
  }

  protected final Tool toolNamed(String name) {
    return project.catalog().tool(name).orElseThrow();
  }

  protected final Prompt promptNamed(String name) {
    return project.catalog().prompt(name).orElseThrow();
  }

  protected final Resource resourceAt(String uri) {
    return project.catalog().resource(uri).orElseThrow();
  }

  /** What starts a tool. */
  protected final List<String> command(String tool) {
    return assertInstanceOf(ToolResolver.Found.class, project.open().tools().resolve(tool))
        .command();
  }

  /** A prompt that is run, for a request without anything. */
  protected final PromptGets.Script promptScript(String prompt) throws RefusedException {
    Project open = project.open();
    Request request =
        new Request(Json.object(), Json.object(), List.of(), Optional.empty(), Optional.empty());
    return open.promptGets().script(open.catalog().prompt(prompt).orElseThrow(), request);
  }

  /** As many sentences as parts, each with its part. */
  public static final void assertReported(List<String> said, String... parts) {
    assertEquals(parts.length, said.size(), said::toString);
    for (int i = 0; i < parts.length; i++) {
      assertReportedAt(i, said, parts[i]);
    }
  }

  public static final void assertReportedAt(int index, List<String> said, String part) {
    assertTrue(said.get(index).contains(part), said::toString);
  }

  protected static final void assertBegins(String beginning, String text) {
    assertTrue(text.startsWith(beginning), text);
  }

  protected static final void assertEnds(String end, String text) {
    assertTrue(text.endsWith(end), text);
  }

  protected final void assertProblems(String... parts) {
    assertReported(project.catalog().problems(), parts);
  }

  /** One problem that has all the parts in it. */
  protected final void assertOneProblem(String... parts) {
    List<String> problems = project.catalog().problems();
    assertEquals(1, problems.size(), problems::toString);
    for (String part : parts) {
      assertReportedAt(0, problems, part);
    }
  }
}
