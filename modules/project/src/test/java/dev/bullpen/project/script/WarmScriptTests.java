package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which scripts a shell that is held ready may source. */
class WarmScriptTests {
  @TempDir Path temporary;
  private ProjectFixture project;

  @BeforeEach
  void an_empty_project() throws IOException {
    project = new ProjectFixture(temporary);
  }

  private List<String> shell(String text) throws IOException {
    project.script("script", text);
    return WarmScript.shell(List.of(project.root.resolve("script").toString()));
  }

  private CompletionProvider provider() {
    Resolution resolution = project.resolve(new CompletionRef.OfPrompt("p"), "a");
    return assertInstanceOf(Resolution.Script.class, resolution).provider();
  }

  private String onlyProblem() {
    List<String> problems = project.catalog().problems();
    assertEquals(1, problems.size(), problems.toString());
    return problems.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "#!/bin/sh, /bin/sh",
    "#! /bin/bash, /bin/bash",
    "#!/usr/bin/bash, /usr/bin/bash",
    "#!/bin/sh -e, /bin/sh -e",
    "#!/bin/bash  -euf  , /bin/bash -euf",
    "#!/usr/bin/env bash, /usr/bin/env bash",
    "#!/usr/bin/env sh, /usr/bin/env sh"
  })
  void a_first_line_that_names_a_shell_is_its_words(String line, String words) throws Exception {
    assertEquals(List.of(words.split(" ")), shell(line + "\necho\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "echo\n",
        "#!/bin/sh",
        "#!/bin/zsh\n",
        "#!/usr/bin/env python3\n",
        "#!/usr/bin/env bash -e\n",
        "#!/usr/bin/env -S bash -e\n",
        "#!/bin/sh -x\n",
        "#!/bin/bash -p\n",
        "#!/bin/bash -e -u\n",
        "#!/bin/bash --posix\n",
        "#!/bin/sh\r\n",
        "#!bin/sh\n",
        "#!/bin/shell\n",
        "#!/home/bin/sh\n"
      })
  void any_other_first_line_is_none(String text) throws Exception {
    assertEquals(List.of(), shell(text));
  }

  @ParameterizedTest
  @CsvSource({"254, true", "255, false", "256, false"})
  void a_first_line_is_as_long_as_the_kernel_reads_it(int length, boolean heeded) throws Exception {
    String line = "#!/bin/sh" + " ".repeat(length - "#!/bin/sh".length());
    assertEquals(heeded ? List.of("/bin/sh") : List.of(), shell(line + "\n"));
  }

  @Test
  void what_is_started_by_another_program_or_is_gone_has_none() {
    assertEquals(List.of(), WarmScript.shell(List.of("/bin/bash", "/project/script.sh")));
    assertEquals(List.of(), WarmScript.shell(List.of("/no/such/script")));
  }

  @ParameterizedTest
  @CsvSource({"true, /bin/sh", "false, ''", "null, ''"})
  void a_completion_is_warm_if_its_entry_says_so(String warm, String shell) throws Exception {
    project.prompt("p", "[{\"name\": \"a\"}]").script("c.sh");
    project.register(
        "\"completions\": [{\"name\": \"p\", \"path\": \"c.sh\", \"warm\": %s}]".formatted(warm));
    assertEquals(shell, String.join(" ", provider().shell()));
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"true\"", "{}", "[true]"})
  void in_an_entry_anything_else_breaks_the_registration(String warm) throws Exception {
    project.prompt("p", "[{\"name\": \"a\"}]").script("c.sh");
    project.register(
        "\"completions\": [{\"name\": \"p\", \"path\": \"c.sh\", \"warm\": %s}]".formatted(warm));
    assertTrue(onlyProblem().contains("\"warm\" is neither true nor false"), onlyProblem());
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "null, false"})
  void a_tool_is_warm_if_its_metadata_says_so_and_is_told(String said, boolean warm)
      throws Exception {
    project.tool("t", "{\"name\": \"t\", \"warm\": %s}".formatted(said));
    Tool tool = project.catalog().tools().get(0);
    List<String> command = List.of(tool.script().toString());
    assertEquals(warm ? List.of("/bin/sh") : List.of(), tool.shell(command));
    assertEquals(warm, tool.metadata().path("warm").booleanValue(false));
    assertTrue(tool.definition().path("warm").isMissingNode(), "no client is told");
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void of_a_tool_anything_else_is_said_and_ignored() throws Exception {
    project.tool("t", "{\"name\": \"t\", \"warm\": 1}");
    assertFalse(project.catalog().tools().get(0).warm());
    assertTrue(onlyProblem().contains("\"warm\" is ignored: \"warm\" is neither"), onlyProblem());
  }

  @Test
  void that_a_script_has_to_be_started_all_the_same_is_said_with_its_name() throws Exception {
    project.prompt("p", "[{\"name\": \"a\"}]").script("c.py", "#!/usr/bin/env python3\n");
    project.register("\"completions\": [{\"name\": \"p\", \"path\": \"c.py\", \"warm\": true}]");
    assertEquals(List.of(), provider().shell());
    assertTrue(
        onlyProblem().contains(project.root.resolve("c.py") + " does not begin with #!/bin/sh"),
        onlyProblem());
  }

  @Test
  void so_it_is_of_a_tool_with_limits() throws Exception {
    project.tool("t", "{\"name\": \"t\", \"warm\": true, \"limits\": {\"cpuSecs\": 1}}");
    assertTrue(onlyProblem().contains("has \"limits\""), onlyProblem());
  }

  @Test
  void and_of_one_that_cannot_be_executed() throws Exception {
    project.tool("t", "{\"name\": \"t\", \"warm\": true}");
    ProjectFixture.permit(project.root.resolve("tools/t/tool.sh"), "rw-r--r--");
    assertTrue(onlyProblem().contains("is not executable"), onlyProblem());
  }
}
