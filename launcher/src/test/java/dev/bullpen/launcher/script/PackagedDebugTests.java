package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code launcher debug} as it is shipped. */
@Timeout(60)
class PackagedDebugTests extends PackagedCommand {
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n"
          + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
          + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
          + "\"arguments\":{\"api_key\":\"very secret\",\"word\":\"plain\"}}}\n";

  @TempDir Path temporary;

  private static Path log(Ran ran) {
    String line =
        ran.err().lines().filter(said -> said.contains("logging to")).findFirst().orElseThrow();
    return Path.of(line.substring(line.indexOf('/')));
  }

  @Test
  void messages_of_both_ways_are_kept_without_secrets_and_the_server_is_gone() throws IOException {
    ScratchProject project = ScratchProject.in(temporary);
    project.script("tools/echo/tool.sh", "echo $PPID > \"$MCPBASH_PROJECT_ROOT/pid\"; echo fine");
    Path messages = Files.writeString(temporary.resolve("messages"), HELLO);
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("MCPBASH_TOOL_ALLOWLIST", "*");
    environment.put("TMPDIR", temporary.toString());
    environment.put("BULLPEN_HTTP", "127.0.0.1:0"); // meant for the operator's server

    Ran ran =
        Ran.of(
            project.root(),
            environment,
            List.of(
                "/bin/sh",
                "-c",
                "exec \"$0\" debug < \"$1\"",
                PRODUCT.resolve("bin/launcher").toString(),
                messages.toString()));

    assertEquals(0, ran.exitCode(), ran.toString());
    assertTrue(ran.out().contains("fine"), ran.toString());
    Path log = log(ran);
    assertTrue(log.startsWith(temporary), log.toString());
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log.getParent())));
    String kept = Files.readString(log);
    assertTrue(kept.contains(" in {\"jsonrpc\":\"2.0\",\"id\":1,"), kept);
    assertTrue(kept.contains(" out {\"jsonrpc\":\"2.0\",\"id\":2,"), kept);
    assertTrue(kept.contains("plain"), kept);
    assertFalse(kept.contains("very secret"), kept);
    assertFalse(project.runs("pid"));
  }
}
