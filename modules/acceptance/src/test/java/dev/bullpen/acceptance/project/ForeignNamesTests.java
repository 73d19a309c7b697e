package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Names of files are bytes: those that are UTF-8 are served in any locale, of the others everything
 * else is. What a project names outside of itself is not shown, and what no shell understands not
 * run.
 */
class ForeignNamesTests {
  private static final String RENAME = "is not UTF-8. Rename it.";

  /** What a folder has of files that are called so; made by a shell, for which names are bytes. */
  private static final String MAKE =
      "cd \"$1\" && n=$(printf \"$2\") && mkdir -p resources \"ui/$n\" \"tools/$n\""
          + " && echo u >\"prompts/$n.txt\" && echo u >\"tools/plain/README-$n.md\""
          + " && echo u >\"resources/$n.txt\" && echo u >\"ui/$n/index.html\""
          + " && cp tools/plain/tool.sh \"tools/$n\""
          + " && sed 's/plain/foreign/' tools/plain/tool.meta.json >\"tools/$n/tool.meta.json\"";

  private static final String UTF_8 = "\\303\\274";
  private static final String LATIN_1 = "\\374";

  /** Prints the locale that the script got. */
  private static final String LOCALE = "printf %s \"${LC_ALL-unset}\"\n";

  private static final String OF_THE_SERVER = "/proc/self/environ";
  private static final String ICON = "'icons':[{'src':'%s'}]".formatted(OF_THE_SERVER);

  static Stream<Arguments> locales() {
    return Size.first(1, arguments("LC_ALL=C", "C"), arguments("", "unset"));
  }

  @ParameterizedTest
  @MethodSource("locales")
  void in_a_locale_without_letters_they_are_served_and_scripts_get_that_locale(
      String locale, String seen) {
    try (Rig rig =
        Rig.start(
            Revision.V2025_11_25,
            project -> make(project, LOCALE, UTF_8),
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment("MCPBASH_TOOL_ENV_MODE", "allowlist")
                    .environment("MCPBASH_TOOL_ENV_ALLOWLIST", "LC_ALL")
                    .by(
                        "/bin/sh",
                        "-c",
                        "unset LANG LC_ALL LC_CTYPE; " + locale + " exec \"$@\"",
                        "sh"))) {
      assertEquals(List.of("foreign", "plain"), names(rig, Listed.TOOLS));
      assertEquals(List.of(Rig.FAST, Rig.HOLD, "\u00fc"), names(rig, Listed.PROMPTS));
      assertEquals(List.of("\u00fc", "\u00fc"), names(rig, Listed.RESOURCES), "a file and a page");
      assertEquals(seen, rig.client().callTool("foreign", "{}").text());
    }
  }

  @Test
  void those_that_are_not_utf_8_are_left_out_with_a_word_each() {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig = start(root, true)) {
      assertServed(rig);
      for (String name : List.of("prompts", "tools", "tools/plain", "resources", "ui")) {
        rig.process().stderr().assertSays("project/" + name);
      }
      rig.process().stderr().assertSays(RENAME);
      String found =
          Sh.failed(
              "LC_ALL=C exec \"$1\" validate --project \"$2\"",
              Launcher.packaged().command().get(0),
              root.get().toString());
      assertTrue(found.contains(RENAME) && !found.contains("Exception"), found);
    }
  }

  @Test
  void one_that_comes_while_serving_keeps_no_later_change_from_being_seen() {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig = start(root, false)) {
      assertServed(rig);
      Sh.run(MAKE, root.get().toString(), LATIN_1);
      new Editor(root.get()).put("tools/later", made -> made.tool("later", ToolScripts.HELLO));
      assertTrue(
          rig.process()
              .transcript()
              .awaitMessage(Notices.TOOLS, 0, Deadline.in(McpClient.PATIENCE))
              .isPresent());
      assertEquals(List.of("later", "plain"), names(rig, Listed.TOOLS));
      rig.process().stderr().assertSays(RENAME);
    }
  }

  private static List<String> names(Rig rig, Listed kind) {
    return kind.names(kind.first(rig.client()));
  }

  private static void assertServed(Rig rig) {
    assertEquals(List.of("plain"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
    assertEquals(
        List.of(Rig.FAST, Rig.HOLD), Listed.PROMPTS.names(Listed.PROMPTS.first(rig.client())));
    assertEquals(List.of(), Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())));
    assertTrue(!rig.client().callTool("plain", "{}").failed());
  }

  private static Rig start(AtomicReference<Path> root, boolean foreign) {
    return Rig.start(
        Revision.V2025_11_25,
        project -> {
          root.set(project.root());
          make(project, ToolScripts.HELLO, foreign ? LATIN_1 : "");
        },
        launcher -> launcher.workers(1, 1).environment("LC_ALL", "C"));
  }

  /**
   * @param foreign how the foreign files are called, as printf has it; empty for none
   */
  private static void make(ProjectFixture project, String script, String foreign) {
    project.tool("plain", script);
    if (!foreign.isEmpty()) {
      Sh.run(MAKE, project.root().toString(), foreign);
    }
  }

  private static void strange(ProjectFixture project) {
    project
        .file(
            "server.d/server.meta.json",
            Messages.json("{'name':'fixture'," + ICON + "}").toString())
        .tool("shown", "{" + ICON + "}", "#!/bin/sh\necho hello\n")
        .file("tools/python/tool.py", "touch ran-python\n")
        .file("tools/python/tool.meta.json", "{\"name\":\"python\"}")
        .file("tools/plain/tool.py", "#!/usr/bin/env python3\ntouch ran-plain\n")
        .file("tools/plain/tool.meta.json", "{\"name\":\"plain\"}")
        .tool("open", "#!/bin/sh\ntouch ran-open\n");
    Path root = project.root();
    try {
      Files.createSymbolicLink(
          root.resolve("server.d/server.instructions.md"), Path.of(OF_THE_SERVER));
      Files.setPosixFilePermissions(
          root.resolve("tools/python/tool.py"), PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(
          root.resolve("tools/open"), PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_servers_environment_reaches_no_client_and_no_shell_guesses() {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            Revision.V2025_11_25,
            project -> {
              strange(project);
              root.set(project.root());
            },
            launcher -> launcher.workers(1, 1).environment("MCPBASH_TOOL_ALLOWLIST", "*"))) {
      Answer list = rig.client().call("tools/list", Messages.json("{}"));
      assertEquals(2, list.result().path("tools").size(), list.message().toString());
      assertFalse(list.message().toString().contains("icons"), list.message().toString());
      for (String tool : new String[] {"python", "plain", "open"}) {
        assertTrue(rig.client().callTool(tool, "{}").failed(), tool);
        assertFalse(Files.exists(root.get().resolve("ran-" + tool)), tool);
      }
      assertEquals("hello\n", rig.client().callTool("shown", "{}").text());
      rig.process().stderr().assertSays("leads out of the project");
      rig.process().stderr().assertSays("Begin it with #!/usr/bin/env python3.");
      rig.process().stderr().assertSays("requires python3 but is not executable. Run chmod +x");
      rig.process().stderr().assertSays("chmod go-w " + root.get().resolve("tools/open"));
    }
  }
}
