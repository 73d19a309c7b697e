package dev.bullpen.acceptance.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in Java are written in UTF-8, and print it, wherever the server runs. */
class JavaLocaleTests {
  private static final String LETTERS = "\u00e9\u20ac\u65e5";

  private static void project(ProjectFixture project) {
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
                JavaLocaleTests::project,
                launcher -> launcher.workers(1, 1).environment("LC_ALL", locale))
            .settled()) {
      Answer printed = rig.client().callTool("prints", "{\"a\":\"\u00fc\"}");
      assertEquals(
          LETTERS + " \u00e9 {\"a\":\"\u00fc\"}", printed.text(), printed.message().toString());
      Answer failed = rig.client().callTool("fails", "{}");
      assertEquals(
          LETTERS + "java.lang.IllegalStateException",
          failed.text().lines().findFirst().orElse(""),
          failed.message().toString());
      rig.assertCalm();
    }
  }
}
