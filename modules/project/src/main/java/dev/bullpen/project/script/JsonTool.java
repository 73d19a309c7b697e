package dev.bullpen.project.script;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.setting.SwitchSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JSON program scripts may use, {@code jq} or {@code gojq}, by its absolute path. */
public record JsonTool(String name, Path path) {
  private static final String VARIABLE = "MCPBASH_JSON_TOOL";
  private static final String PATH_VARIABLE = "MCPBASH_JSON_TOOL_BIN";
  private static final List<String> NAMES = List.of("jq", "gojq");

  /**
   * Find the program once. {@code MCPBASH_JSON_TOOL} is a preference, its value {@code none} and
   * {@code MCPBASH_FORCE_MINIMAL=true} mean that scripts get none. {@code MCPBASH_JSON_TOOL_BIN}
   * names the program itself; root must allow that with {@code
   * MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT=true}.
   */
  public static Optional<JsonTool> find(Map<String, String> env, SearchPath path) {
    String wanted = env.getOrDefault(VARIABLE, "");
    if (wanted.equals("none") || SwitchSetting.FORCE_MINIMAL.isOn(env)) {
      return Optional.empty();
    }
    return named(env, wanted)
        .or(() -> NAMES.contains(wanted) ? found(wanted, path) : Optional.empty())
        .or(() -> NAMES.stream().flatMap(name -> found(name, path).stream()).findFirst());
  }

  private static Optional<JsonTool> found(String name, SearchPath path) {
    return path.find(name).map(bin -> new JsonTool(name, bin));
  }

  /** Tells scripts of the program, or that there is none. */
  public static void tell(Optional<JsonTool> tool, Map<String, String> variables) {
    variables.remove(VARIABLE);
    variables.remove(PATH_VARIABLE);
    tool.ifPresent(
        found -> {
          variables.put(VARIABLE, found.name());
          variables.put(PATH_VARIABLE, found.path().toString());
        });
  }

  private static Optional<JsonTool> named(Map<String, String> env, String wanted) {
    String bin = env.getOrDefault(PATH_VARIABLE, "");
    boolean allowed = !Self.isRoot() || SwitchSetting.ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT.isOn(env);
    if (bin.isEmpty() || !allowed) {
      return Optional.empty();
    }
    Path path = Path.of(bin);
    if (!path.isAbsolute() || !Files.isRegularFile(path) || !Files.isExecutable(path)) {
      return Optional.empty();
    }
    String inferred = path.getFileName().toString().contains("gojq") ? "gojq" : "jq";
    return Optional.of(new JsonTool(NAMES.contains(wanted) ? wanted : inferred, path));
  }
}
