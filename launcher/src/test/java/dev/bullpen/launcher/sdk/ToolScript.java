package dev.bullpen.launcher.sdk;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool that sources the SDK, with its environment. Everything reaches bash in a file of UTF-8,
 * whatever the encoding of this machine's arguments is.
 */
final class ToolScript {
  static final Path SDK = Path.of("src/main/sdk").toAbsolutePath();

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
  Ran run(String script, String... arguments) {
    return runAs("source \"$MCP_SDK/tool-sdk.sh\"\n" + script, arguments);
  }

  /** Runs these lines. */
  Ran runAs(String script, String... arguments) {
    StringBuilder text = new StringBuilder();
    variables.forEach(
        (name, value) -> text.append("export ").append(name).append('=').append(quoted(value)));
    text.append("set --\n");
    for (String argument : arguments) {
      text.append("set -- \"$@\" ").append(quoted(argument));
    }
    try {
      Path file = Files.writeString(folder.resolve("tool.sh"), text.append(script).append('\n'));
      return Ran.of(folder, Map.of(), List.of(Programs.found("bash").toString(), file.toString()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'\n";
  }
}
