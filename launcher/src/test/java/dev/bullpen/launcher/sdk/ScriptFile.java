package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Ran;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A script in Python or JavaScript, with its environment. */
final class ScriptFile {
  private final Path folder;
  private final String interpreter;
  private final String name;
  private final Map<String, String> variables = new HashMap<>();

  private ScriptFile(Path folder, String interpreter, String name) {
    assumeTrue(isOnPath(interpreter), interpreter + " is not on PATH, so its SDK is not tested");
    this.folder = folder;
    this.interpreter = interpreter;
    this.name = name;
    for (String variable : List.of("PATH", "HOME")) {
      variables.put(variable, System.getenv().getOrDefault(variable, ""));
    }
    variables.put("MCP_SDK", ToolScript.SDK.toString());
    variables.put("MCP_TOOL_NAME", "mine");
    variables.put("PYTHONDONTWRITEBYTECODE", "1");
  }

  static ScriptFile python(Path folder) {
    return new ScriptFile(folder, "python3", "tool.py");
  }

  static ScriptFile node(Path folder) {
    return new ScriptFile(folder, "node", "tool.mjs");
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  ScriptFile with(String variable, String value) {
    variables.put(variable, value);
    return this;
  }

  ScriptFile called(String arguments) {
    return with("MCP_TOOL_ARGS_JSON", arguments);
  }

  Ran run(String script) {
    try {
      Path file = Files.writeString(folder.resolve(name), script);
      return Ran.of(folder, variables, List.of(interpreter, file.toString()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Its whole output as JSON. */
  static JsonNode json(Ran ran) {
    try {
      return Json.parse(ran.out().getBytes(StandardCharsets.UTF_8));
    } catch (JsonException e) {
      throw new AssertionError(ran.toString(), e);
    }
  }
}
