package dev.bullpen.acceptance.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of calls whose program in Java does not compile, or not yet. */
class JavaSourceTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(JavaSourceTests::project, launcher -> launcher.workers(2, 2));

  private static final String BROKEN = "class Broken {\n  int x = true;\n}\n";
  private static final String SAID = "incompatible types: boolean cannot be converted to int";
  private static final String LETTERS = "\u00e9\u20ac\u65e5";

  private static void project(ProjectFixture project) {
    project.prompt("field", "query").file("tools/broken/tool.meta.json", "{\"name\":\"broken\"}");
    project.entry(
        "completions", Json.object().put("name", "field").put("path", "completions/field.java"));
    source(project, "tools/broken/tool.java", BROKEN);
    source(project, "completions/field.java", BROKEN);
    source(project, "providers/broken.java", BROKEN);
    source(project, "tools/none/tool.java", "class Tool {}\n");
    project.file("tools/none/tool.meta.json", "{\"name\":\"none\"}");
    prompt(project, "none", "class None {}\n");
    prompt(project, "broken", BROKEN);
    prompt(project, "large", large());
    project.file("resources/broken.txt", "");
    project.file(
        "resources/broken.meta.json",
        "{\"name\":\"broken\",\"uri\":\"broken://it\",\"provider\":\"broken\"}");
  }

  /** Takes its time to compile, and is wrong at its end. */
  private static String large() {
    return IntStream.range(0, 1000)
        .mapToObj(i -> "  Runnable m%d = () -> System.out.println(%1$d);\n".formatted(i))
        .collect(Collectors.joining("", "class Large {\n", "  int x = true;\n}\n"));
  }

  private static void prompt(ProjectFixture project, String name, String text) {
    source(project, "prompts/" + name + ".java", text);
    project.file(
        "prompts/" + name + ".meta.json",
        "{\"name\":\"%1$s\",\"path\":\"%1$s.java\",\"render\":\"script\"}".formatted(name));
  }

  private static void source(ProjectFixture project, String path, String text) {
    project.file(path, text);
    try {
      Files.setPosixFilePermissions(
          project.root().resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_source_without_a_provider_is_told_what_is_missing_and_not_that_it_does_not_compile() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer tool = rig.client().callCompiled("tools/call", Messages.callTool("none", "{}"));
    assertTrue(
        tool.text()
            .startsWith("The tool was not started: tool.java: no class in it is a provider. One"),
        tool.text());
    assertEquals("not-compiled", tool.meta().path("reason").asString(""));
    Answer prompt = rig.client().callCompiled("prompts/get", Json.object().put("name", "none"));
    assertTrue(
        prompt
            .errorText()
            .startsWith("Unable to render prompt none: none.java: no class in it is a provider."),
        prompt.errorText());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_source_that_does_not_compile_is_a_clear_error_without_paths(Revision revision) {
    Rig rig = RIGS.of(revision);
    McpClient client = rig.client();

    Answer tool = client.callCompiled("tools/call", Messages.callTool("broken", "{}"));
    assertTrue(tool.isError(), tool.message().toString());
    assertTrue(
        tool.text().startsWith("The tool's source does not compile:\ntool.java:2: " + SAID),
        tool.text());
    assertFalse(tool.text().contains("/"), tool.text());
    assertEquals("not-compiled", tool.meta().path("reason").asString(""));

    Answer completion =
        client.callCompiled("completion/complete", Messages.completePrompt("field", "query", ""));
    assertEquals(-32603, completion.code().orElse(0), completion.message().toString());
    assertEquals("not-compiled", completion.reason().orElse(""));
    assertEquals(
        "Completion provider field: field.java does not compile: line 2: " + SAID,
        completion.errorText());

    Answer prompt = client.callCompiled("prompts/get", Json.object().put("name", "broken"));
    assertEquals(
        "Unable to render prompt broken: broken.java does not compile: line 2: " + SAID,
        prompt.errorText());

    Answer resource =
        client.callCompiled("resources/read", Json.object().put("uri", "broken://it"));
    assertEquals(
        "Resource provider broken: broken.java does not compile: line 2: " + SAID,
        resource.errorText());

    client.callTool("broken", "{}");
    rig.process().stderr().assertSays("tools/broken/tool.java:2: ");
    String log = rig.process().stderr().text();
    assertEquals(2, log.split("tools/broken/tool.java:2: ", -1).length, log);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_call_cancelled_while_its_source_is_compiled_has_no_answer(Revision revision) {
    Rig rig = RIGS.of(revision);
    McpClient client = rig.client();
    long first = client.sendCancelled("prompts/get", Json.object().put("name", "large"));

    Answer second = client.callCompiled("prompts/get", Json.object().put("name", "large"));

    assertTrue(second.errorText().contains(SAID), second.message().toString());
    assertEquals(0, client.answers(first));
  }

  private static void letters(ProjectFixture project) {
    tool(
        project,
        "prints",
        """
        class Gr\u00f6\u00dfe {
          public static void main(String[] arguments) throws Exception {
            System.out.print("%s " + new String(new byte[] {(byte) 0xc3, (byte) 0xa9}));
            System.out.print(" " + System.getenv("MCP_TOOL_ARGS_JSON"));
          }
        }
        """
            .formatted(LETTERS));
    tool(
        project,
        "fails",
        "class Fails { public static void main(String[] arguments) { System.err.print(\"%s\"); throw new IllegalStateException(); } }"
            .formatted(LETTERS));
  }

  private static void tool(ProjectFixture project, String name, String source) {
    project
        .file(
            "tools/%s/tool.meta.json".formatted(name),
            "{\"name\":\"%s\",\"description\":\"Speaks\"}\n".formatted(name))
        .file("tools/%s/tool.java".formatted(name), source);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void letters_of_any_language_come_through(String locale) {
    try (Rig rig =
        Rig.start(
                JavaSourceTests::letters,
                launcher -> launcher.workers(1, 1).environment("LC_ALL", locale))
            .settled()) {
      Answer printed =
          rig.client()
              .callCompiled("tools/call", Messages.callTool("prints", "{\"a\":\"\u00fc\"}"));
      assertEquals(
          LETTERS + " \u00e9 {\"a\":\"\u00fc\"}", printed.text(), printed.message().toString());
      Answer failed = rig.client().callCompiled("tools/call", Messages.callTool("fails", "{}"));
      assertEquals(
          LETTERS + "java.lang.IllegalStateException",
          failed.text().lines().findFirst().orElse(""),
          failed.message().toString());
      rig.assertCalm();
    }
  }
}
