package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.resource.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A script in whose place another user can put something else is not run. */
class ReplaceableScriptTests extends ProjectTest {
  private static final int OTHER_USER = 12_345;

  @BeforeEach
  void a_tool() throws IOException {
    project.tool("deep/x", "{\"name\": \"x\"}");
  }

  private Path at(String place) {
    return place.isEmpty() ? project.root : project.root.resolve(place);
  }

  private static void assertFound(Project open) {
    assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("x"));
  }

  private static void assertRejected(Project open, String words) {
    ToolResolver.Broken broken =
        assertInstanceOf(ToolResolver.Broken.class, open.tools().resolve("x"));
    assertEquals(
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        broken.message());
    assertTrue(broken.detail().contains(words), broken.detail());
  }

  /** Java knows no name for the sticky bit. */
  private static void permit(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode);
  }

  @ParameterizedTest
  @CsvSource({
    "tools/deep/x, rwxrwxr-x",
    "tools/deep/x, rwxr-xrwx",
    "tools/deep, rwxrwxrwx",
    "tools, rwxrwxr-x",
    "'', rwxr-xrwx"
  })
  void a_folder_on_the_way_that_others_may_write(String place, String permissions)
      throws IOException {
    Project open = project.open();
    assertFound(open);
    ProjectFixture.permit(at(place), permissions);
    assertRejected(
        open,
        "%s may be written by its group or by everybody. chmod go-w %1$s.".formatted(at(place)));
    assertRejected(project.open(), "chmod go-w " + at(place));
    ProjectFixture.permit(at(place), "rwxr-xr-x");
    assertFound(open);
  }

  @Test
  void every_folder_on_the_way_is_in_the_one_command() throws IOException {
    for (String place : List.of("tools/deep/x", "tools/deep", "tools")) {
      ProjectFixture.permit(at(place), "rwxrwxr-x");
    }
    assertRejected(
        project.open(),
        "chmod go-w %s %s %s.".formatted(at("tools/deep/x"), at("tools/deep"), at("tools")));
  }

  @Test
  void not_where_only_the_owner_can_replace_an_entry() throws IOException {
    permit(at("tools/deep"), 01777);
    assertFound(project.open());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/deep/x", "tools/deep", "tools", ""})
  void whose_folder_it_is(String place) throws IOException {
    assumeTrue(Self.userId() == 0, "only root can give folders away");
    Project open = project.open();
    assertFound(open);
    Files.setAttribute(at(place), "unix:uid", OTHER_USER);
    assertRejected(open, at(place) + " belongs to another user");
    permit(at(place), 01755);
    assertRejected(open, at(place) + " belongs to another user");
  }

  @Test
  void what_is_above_the_project_is_the_operators() throws IOException {
    ProjectFixture.permit(project.root.getParent(), "rwxrwxrwx");
    assertFound(project.open());
  }

  @Test
  void a_folder_of_tools_elsewhere_ends_the_way() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("else/where"));
    Files.move(at("tools/deep"), elsewhere.resolve("deep"));
    project.env.put("MCPBASH_TOOLS_DIR", elsewhere.toString());
    ProjectFixture.permit(elsewhere.getParent(), "rwxrwxrwx");
    ProjectFixture.permit(elsewhere, "rwxr-xr-x");
    assertFound(project.open());
    ProjectFixture.permit(elsewhere, "rwxrwxrwx");
    assertRejected(project.open(), "chmod go-w " + elsewhere);
  }

  @Test
  void both_the_way_to_a_link_and_the_way_it_leads() throws IOException {
    project.script("shared/real/tool.sh", "#!/bin/sh\n").file("links/.keep", "");
    Files.createSymbolicLink(at("links/linked"), at("shared/real"));
    project.register("\"tools\": [{\"name\": \"x\", \"path\": \"links/linked/tool.sh\"}]");
    Project open = project.open();
    assertFound(open);
    for (String place : List.of("links", "shared/real", "shared")) {
      ProjectFixture.permit(at(place), "rwxrwxr-x");
      assertRejected(open, "chmod go-w " + at(place));
      ProjectFixture.permit(at(place), "rwxr-xr-x");
    }
    assertFound(open);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABSOLUTE", "bin/run"})
  void an_interpreter_of_the_project(String line) throws IOException {
    Path interpreter = project.script("bin/run", "#!/bin/sh\nexec /bin/sh \"$@\"\n").root;
    interpreter = interpreter.resolve("bin/run");
    String first = "#!" + (line.equals("ABSOLUTE") ? interpreter.toString() : line) + "\n";
    project.script("tools/deep/x/tool.sh", first);
    Project open = project.open();
    assertFound(open);
    for (Path place : List.of(interpreter, interpreter.getParent())) {
      ProjectFixture.permit(place, "rwxrwxr-x");
      assertRejected(open, "chmod go-w " + place);
      assertRejected(project.open(), "chmod go-w " + place);
      ProjectFixture.permit(place, "rwxr-xr-x");
    }
    assertFound(open);
  }

  @Test
  void a_link_to_an_interpreter_of_the_system() throws IOException {
    project.file("venv/bin/.keep", "");
    Files.createSymbolicLink(at("venv/bin/sh"), Path.of("/bin/sh"));
    project.script("tools/deep/x/tool.sh", "#!venv/bin/sh\n");
    assertFound(project.open());
    ProjectFixture.permit(at("venv/bin"), "rwxrwxr-x");
    assertRejected(project.open(), "chmod go-w " + at("venv/bin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!./bin/run",
        "#! bin/../bin/run -x",
        "#!/usr/bin/env bin/run",
        "#!/usr/bin/env -S bin/run",
        "#! /usr/bin/env -S A=b bin/run -u",
        "#!/usr/bin/env -Sbin/run -u",
        "#!/usr/bin/env -vS bin/run",
        "#!/usr/bin/env -iS bin/run",
        "#!/usr/bin/env -S -i bin/run",
        "#!/usr/bin/env -S -u X bin/run",
        "#!/usr/bin/env -i bin/run",
        "#!/usr/bin/env --split-string=bin/run",
        "#!/usr/bin/env -S 'bin/run' -x",
        "#!/usr/bin/env -S PATH=bin:/usr/bin run",
        "#!/usr/bin/env -S -C bin ./run",
        "#!/usr/bin/env -S --chdir=bin run",
        "#!/usr/bin/env -S nice -n 1 bin/run",
        "#!/bin/sh bin/run",
        "#!/usr/bin/awk -fbin/run",
        "#!/usr/bin/env -S sh --rcfile=./bin/run",
        "#!/usr/bin/env -S ./bin/run\r",
        "#!/usr/bin/env -S\u000bbin/run\f-x",
        "#!/usr/bin/env -S PATH=/usr/bin:bin\rrun",
        "#!/usr/bin/env -SPATH=bin run",
        "#!/usr/bin/env -S -Cbin run",
        "#!/usr/bin/env -S-C bin run",
        "#!/usr/bin/env -S -C 'bin' run",
        "#!/usr/bin/env -S --chdir bin run",
        "#!/usr/bin/env -S -P bin run",
        "#!/usr/bin/env -S -i -P/usr/bin:bin run"
      })
  void a_program_of_the_project_wherever_the_first_line_names_it(String line) throws IOException {
    project.script("bin/run", "#!/bin/sh\n").script("tools/deep/x/tool.sh", line + "\n");
    assertDecidedBy("bin/run", "bin");
  }

  private void assertDecidedBy(String... places) throws IOException {
    Project open = project.open();
    assertFound(open);
    for (String place : places) {
      ProjectFixture.permit(at(place), "rwxrwxr-x");
      assertRejected(open, "chmod go-w " + at(place));
      assertRejected(project.open(), "chmod go-w " + at(place));
      ProjectFixture.permit(at(place), "rwxr-xr-x");
    }
    assertFound(open);
  }

  @Test
  void a_program_that_is_found_by_the_path_of_the_server() throws IOException {
    project.env.put("PATH", at("bin") + ":" + project.env.get("PATH"));
    project.script("bin/run", "#!/bin/sh\n");
    project.script("tools/deep/x/tool.sh", "#!/usr/bin/env run\n");
    assertDecidedBy("bin/run", "bin");
  }

  @Test
  void a_shell_of_the_project_that_runs_a_script_without_a_first_line() throws IOException {
    project.env.put("PATH", at("bin") + ":" + project.env.get("PATH"));
    project.script("bin/bash", "#!/bin/sh\n").script("tools/deep/x/tool.sh", "echo\n");
    assertDecidedBy("bin/bash", "bin");
  }

  @Test
  void the_interpreter_of_an_interpreter() throws IOException {
    project.script("lib/inner", "#!/bin/sh\n").script("bin/outer", "#!/usr/bin/env -S lib/inner\n");
    project.script("tools/deep/x/tool.sh", "#!bin/outer\n");
    assertDecidedBy("bin/outer", "bin", "lib/inner", "lib");
  }

  @Test
  void an_interpreter_that_comes_to_have_another_one() throws IOException {
    project.script("lib/inner", "#!/bin/sh\n").script("bin/outer", "#!/bin/sh\n");
    project.script("tools/deep/x/tool.sh", "#!bin/outer\n");
    ProjectFixture.permit(at("lib/inner"), "rwxrwxr-x");
    Project open = project.open();
    assertFound(open);
    project.script("bin/outer", "#!lib/inner\n");
    assertRejected(open, "chmod go-w " + at("lib/inner"));
  }

  @Test
  void every_link_on_the_way_to_an_interpreter() throws IOException {
    project.file("venv/bin/.keep", "").file("opt/.keep", "");
    Files.createSymbolicLink(at("venv/bin/python"), Path.of("../../opt/python"));
    Files.createSymbolicLink(at("opt/python"), Path.of("/bin/sh"));
    project.script("tools/deep/x/tool.sh", "#!/usr/bin/env -S venv/bin/python -u\n");
    assertDecidedBy("venv/bin", "venv", "opt");
    Project open = project.open();
    assertFound(open);
    project.script("lib/evil", "#!/bin/sh\n");
    ProjectFixture.permit(at("lib/evil"), "rwxrwxr-x");
    Files.delete(at("opt/python"));
    Files.createSymbolicLink(at("opt/python"), Path.of("../lib/evil"));
    assertRejected(open, "chmod go-w " + at("lib/evil"));
  }

  @Test
  void an_interpreter_that_another_user_could_put_there() throws IOException {
    project.file("bin/.keep", "").script("tools/deep/x/tool.sh", "#!/usr/bin/env -S bin/run\n");
    Project open = project.open();
    assertFound(open);
    ProjectFixture.permit(at("bin"), "rwxrwxr-x");
    assertRejected(open, "chmod go-w " + at("bin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/usr/bin/env -S ${HOME}/bin/run",
        "#!/usr/bin/env -S bin\\_run",
        "#!/usr/bin/env -S 'bin/run",
        "#!/usr/bin/env -vS $X"
      })
  void a_first_line_that_cannot_be_followed_is_refused_and_says_so(String line) throws IOException {
    project.script("tools/deep/x/tool.sh", line + "\n");
    assertRejected(project.open(), at("tools/deep/x/tool.sh") + " has a first line that has ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/usr/bin/env python3",
        "#!/usr/bin/env -S python3 -u -X dev",
        "#!/bin/bash -eu",
        "#!/usr/bin/env -S deno run --allow-read=data --allow-net",
        "#!/usr/bin/env -S LOG_DIR=data python3 -u",
        "#!/usr/bin/env -S uv data --script",
        "#!/usr/bin/env -S deno run --config data --cache data",
        "#!/usr/bin/perl -w"
      })
  void not_what_a_usual_first_line_names(String line) throws IOException {
    project.file("data/out", "").script("tools/deep/x/tool.sh", line + "\n");
    ProjectFixture.permit(at("data"), "rwxrwxrwx");
    Project open = project.open();
    assertFound(open);
    assertFound(open);
  }

  @Test
  void the_interpreter_of_a_completion_is_reported() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {}}}").script("bin/run", "#!/bin/sh\n");
    project.script("prompts/p.completion.sh", "#!/usr/bin/env -S bin/run\n");
    ProjectFixture.permit(at("bin/run"), "rwxrwxr-x");
    project.catalog();
    assertTrue(
        project.warnings.toString().contains("Run chmod go-w " + at("bin/run")),
        project.warnings.toString());
  }

  @Test
  void a_provider() throws Exception {
    project
        .script("lib/own.sh", "#!/bin/sh\n")
        .file("providers/.keep", "")
        .register(
            "\"resources\": [{\"name\": \"r\", \"uri\": \"own://x\", \"provider\": \"own\"}]");
    Files.createSymbolicLink(at("providers/own.sh"), at("lib/own.sh"));
    ResourceReading reading = new ResourceReading(project);
    for (String place : List.of("providers", "lib", "lib/own.sh")) {
      reading.plan("own://x");
      ProjectFixture.permit(at(place), "rwxrwxrwx");
      assertRefused(reading, "chmod go-w " + at(place));
      ProjectFixture.permit(at(place), "rwxr-xr-x");
    }
    reading.plan("own://x");
    // The same file, so that only the link shows it.
    Path outside = Files.createLink(temporary.resolve("own.sh"), at("lib/own.sh"));
    reading.plan("own://x");
    Files.delete(at("providers/own.sh"));
    Files.createSymbolicLink(at("providers/own.sh"), outside);
    assertRefused(reading, at("providers/own.sh") + " leads out of the project");
  }

  private static void assertRefused(ResourceReading reading, String words) {
    ResourceException refused =
        assertThrows(ResourceException.class, () -> reading.plan("own://x"));
    assertEquals(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        refused.getMessage());
    assertTrue(refused.detail().contains(words), refused.detail());
  }

  @Test
  void a_completion_runs_and_is_reported() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {}}}");
    project.script("prompts/p.completion.sh");
    ProjectFixture.permit(at("prompts"), "rwxrwxrwx");
    assertInstanceOf(
        Resolution.Script.class, project.resolve(new CompletionRef.OfPrompt("p"), "a"));
    assertTrue(
        project.warnings.toString().contains("Run chmod go-w " + at("prompts")),
        project.warnings.toString());
  }
}
