package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a project names outside of itself is not shown, and what no shell understands not run. */
class StrangeFilesTests {
  private static final String ENVIRONMENT = "/proc/self/environ";
  private static final String ICON = "'icons':[{'src':'%s'}]".formatted(ENVIRONMENT);

  private static void project(ProjectFixture project) {
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
          root.resolve("server.d/server.instructions.md"), Path.of(ENVIRONMENT));
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
              project(project);
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
      rig.process().stderr().assertSays("asks for python3 but is not executable. Run chmod +x");
      rig.process().stderr().assertSays("chmod go-w " + root.get().resolve("tools/open"));
    }
  }
}
