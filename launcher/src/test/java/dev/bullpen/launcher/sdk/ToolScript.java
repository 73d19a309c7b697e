package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A tool that sources the SDK, and what it is told. Everything reaches bash in a file of UTF-8,
 * whatever the encoding of this machine's arguments is.
 */
final class ToolScript {
  static final Path SDK = Path.of("src/main/sdk").toAbsolutePath();

  private static final int LIMIT_SECONDS = 30;

  private final Path folder;
  private final Map<String, String> variables = new LinkedHashMap<>();

  /** One with the system's programs, jq among them. */
  ToolScript(Path folder) {
    this.folder = folder;
    with("MCP_SDK", SDK.toString());
    with("PATH", "/usr/bin:/bin");
    with("LANG", "C.UTF-8");
    with("TMPDIR", folder.toString());
    with("MCPBASH_JSON_TOOL_BIN", Programs.found("jq").toString());
  }

  ToolScript with(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Without jq, but with what every system has. */
  ToolScript withoutJq() {
    variables.remove("MCPBASH_JSON_TOOL_BIN");
    return with("PATH", Programs.withoutJq(folder.resolve("without-jq")).toString());
  }

  /** With that as the arguments of the call, and no variables for them. */
  ToolScript called(String arguments) {
    return with("MCP_TOOL_ARGS_JSON", arguments);
  }

  /** Runs these lines after the SDK has been sourced; {@code "$@"} are the arguments. */
  Said run(String script, String... arguments) {
    return runAs("source \"$MCP_SDK/tool-sdk.sh\"\n" + script, arguments);
  }

  /** Runs these lines. */
  Said runAs(String script, String... arguments) {
    StringBuilder text = new StringBuilder();
    variables.forEach(
        (name, value) -> text.append("export ").append(name).append('=').append(quoted(value)));
    text.append("set --\n");
    for (String argument : arguments) {
      text.append("set -- \"$@\" ").append(quoted(argument));
    }
    try {
      Path file = Files.writeString(folder.resolve("tool.sh"), text.append(script).append('\n'));
      return started(List.of(Programs.found("bash").toString(), file.toString()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Said started(List<String> command) throws IOException, InterruptedException {
    Path out = folder.resolve("said.out");
    Path err = folder.resolve("said.err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    Process process =
        builder
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    Said said =
        new Said(ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
    assertTrue(ended, () -> "it did not end: " + said);
    return said;
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'\n";
  }
}
