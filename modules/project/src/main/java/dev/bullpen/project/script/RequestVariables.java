package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.RefusedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The variables that one request adds to the environment of a tool's or prompt's script, except the
 * paths where script and server exchange files, which are known only at its start.
 *
 * <p>JSON goes into a variable, {@code NAME_JSON}. If it is longer than {@code
 * MCPBASH_ENV_PAYLOAD_THRESHOLD} characters, or than any variable may be, it goes into a file:
 * {@code NAME_JSON} is then empty, and {@code NAME_FILE} names the file. Named values also get
 * their own variables, so that scripts need no JSON for them.
 */
public final class RequestVariables {
  /**
   * The most bytes of one {@code NAME=value} with its final NUL that Linux accepts: 32 pages of 4
   * KiB, see execve(2), "Limits on size of arguments and environment".
   */
  public static final int MAX_VARIABLE_BYTES = 131_072;

  static final String ARGUMENT = "MCP_ARG_";

  /**
   * The most bytes of all arguments together, as {@code NAME=value}. With the rest of an
   * environment this stays far below Linux's limit for a new process, which is 2 MiB with a stack
   * of 8 MiB (execve(2)).
   */
  static final int MAX_ARGUMENTS_BYTES = 262_144;

  /**
   * The most characters of one argument's variable. A longer argument is only in the JSON, which is
   * then in a file.
   */
  static final int MAX_ARGUMENT_LENGTH = 65_536;

  /** How many characters each system must pass on (W3C Trace Context, section 3.3.1.5). */
  private static final int MAX_TRACE_STATE = 512;

  private final int threshold;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, byte[]> files = new HashMap<>();
  private final Map<String, String> fileVariables = new HashMap<>();

  /**
   * The script of a request.
   *
   * @param kind a part of the variables' names: {@code TOOL} or {@code PROMPT}
   * @param arguments names of the declared ones
   * @param metadata as JSON
   */
  public record Script(
      String kind, String name, Path path, Collection<String> arguments, String metadata) {}

  /**
   * One {@code tools/call} or {@code prompts/get} request of valid form.
   *
   * @param arguments as sent; an empty object if there were none
   * @param meta {@code params._meta} as sent; an empty object if there was none
   * @param offers names of what the client can be asked, such as {@code elicitation.url}
   * @param inputResponses answers to the questions of an earlier run of the script
   * @param requestState the state left by an earlier run of the script
   */
  public record Request(
      ObjectNode arguments,
      ObjectNode meta,
      List<String> offers,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState) {}

  /**
   * @param threshold the most characters of JSON in a variable; 0 to use files always
   */
  RequestVariables(int threshold) {
    this.threshold = threshold;
  }

  /**
   * The variables of a request, which are added to {@link ScriptEnvironment#ofTool}.
   *
   * @throws RefusedException if the operator's environment mode is not permitted
   */
  public static RequestVariables of(ScriptEnvironment scripts, Script script, Request request)
      throws RefusedException {
    RequestVariables all = scripts.begin();
    String prefix = "MCP_" + script.kind();
    all.arguments(request.arguments(), script.arguments());
    all.put(prefix + "_NAME", script.name());
    all.put(prefix + "_PATH", script.path().toString());
    all.json(prefix + "_ARGS", "args.json", Json.text(request.arguments()));
    all.json(prefix + "_METADATA", "metadata.json", script.metadata());
    all.json("MCP_TOOL_META", "meta.json", Json.text(scripts.withoutSecret(request.meta())));
    request
        .inputResponses()
        .ifPresent(it -> all.json("MCP_INPUT_RESPONSES", "input-responses.json", Json.text(it)));
    request
        .requestState()
        .ifPresent(it -> all.json("MCP_REQUEST_STATE", "request-state.json", Json.text(it)));
    all.trace(request.meta());
    all.put("MCP_ELICIT_SUPPORTED", request.offers().contains("elicitation") ? "1" : "0");
    all.put("MCP_SAMPLE_SUPPORTED", request.offers().contains("sampling") ? "1" : "0");
    all.put("MCP_CLIENT_CAN", String.join(" ", request.offers()));
    return all;
  }

  /**
   * Add the token of a call that wants progress: as text, and as JSON, in which the string "7" and
   * the number 7 differ.
   *
   * @param sent the token in the request's metadata
   */
  public void progressToken(Optional<String> token, JsonNode sent) {
    put("MCP_PROGRESS_TOKEN", token.orElse(""));
    if (token.isPresent()) {
      boolean isToken = sent.isString() || sent.isNumber();
      put(
          "MCP_PROGRESS_TOKEN_JSON",
          Json.text(isToken ? sent : Json.object().stringNode(token.get())));
    }
  }

  private void trace(ObjectNode meta) {
    Optional<TraceParent> parent = TraceParent.of(meta);
    if (parent.isPresent()) {
      put("TRACEPARENT", parent.get().text());
      String state = meta.path("tracestate").stringValue("");
      if (!state.isEmpty() && state.length() <= MAX_TRACE_STATE) {
        put("TRACESTATE", state);
      }
    }
  }

  /** Add the variables for this script only. Existing ones are not replaced. */
  public void own(ScriptEnvironment scripts, OwnVariables variables) {
    scripts.own(variables).forEach(environment::putIfAbsent);
  }

  public void roots(Roots roots) {
    put("MCP_ROOTS_JSON", Json.text(roots.toJson()));
    put("MCP_ROOTS_PATHS", roots.paths());
    put("MCP_ROOTS_COUNT", Integer.toString(roots.all().size()));
  }

  /** Add a text. It is empty if no environment variable can contain it. */
  private void put(String variable, String text) {
    environment.put(variable, isCarriable(text) && fits(variable, text) ? text : "");
  }

  private void json(String name, String file, String text) {
    String variable = name + "_JSON";
    if (text.length() <= threshold && fits(variable, text)) {
      environment.put(variable, text);
    } else {
      environment.put(variable, "");
      files.put(file, text.getBytes(StandardCharsets.UTF_8));
      fileVariables.put(name + "_FILE", file);
    }
  }

  /**
   * Add the scalar arguments of a call, as {@code MCP_ARG_} and the name: strings unchanged,
   * numbers as written, booleans as {@code true} or {@code false}. Null, arrays, objects and texts
   * that no variable can contain have no variable.
   *
   * @param declared names with which no other argument may be confused
   */
  void arguments(ObjectNode arguments, Collection<String> declared) {
    Map<String, String> scalars = new HashMap<>();
    Set<String> others = new HashSet<>(declared);
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (value.isNull() || value.isContainer()) {
        others.add(argument.getKey());
      } else {
        scalars.put(argument.getKey(), value.isString() ? value.stringValue() : Json.text(value));
      }
    }
    int left = MAX_ARGUMENTS_BYTES;
    for (Map.Entry<String, String> variable : named(ARGUMENT, scalars, others).entrySet()) {
      String value = variable.getValue();
      int bytes = bytes(variable.getKey(), value);
      if (value.length() <= MAX_ARGUMENT_LENGTH
          && bytes <= Math.min(left, MAX_VARIABLE_BYTES)
          && isCarriable(value)) {
        environment.put(variable.getKey(), value);
        left -= bytes;
      }
    }
  }

  /** Must not be changed. One may replace a variable that every run has. */
  public Map<String, String> environment() {
    return environment;
  }

  /** The values that are too long for a variable, in UTF-8, by file name. */
  public Map<String, byte[]> files() {
    return Collections.unmodifiableMap(files);
  }

  /** The variables that name those files: file name by variable. */
  public Map<String, String> fileVariables() {
    return Collections.unmodifiableMap(fileVariables);
  }

  /** Named values as variables; see {@link #named(String, Map, Collection)}. */
  public static Map<String, String> named(String prefix, Map<String, String> values) {
    return named(prefix, values, List.of());
  }

  /**
   * Named values as variables, sorted. A variable's name is a prefix and the value's name, with
   * {@code a-z} in upper case, and with every character that is not an ASCII letter, a digit or an
   * underscore replaced by an underscore. An empty name, and names that become equal, get no
   * variable, because a wrong value is worse than none.
   *
   * @param reserved names without a value, with which no other name may be confused
   */
  private static Map<String, String> named(
      String prefix, Map<String, String> values, Collection<String> reserved) {
    Set<String> all = new HashSet<>(values.keySet());
    all.addAll(reserved);
    all.remove("");
    Map<String, String> variables = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    Set<String> clashing = new HashSet<>();
    for (String name : all) {
      StringBuilder variable = new StringBuilder(prefix);
      name.codePoints().forEach(c -> variable.append(mapped(c)));
      if (!seen.add(variable.toString())) {
        clashing.add(variable.toString());
      }
      if (values.containsKey(name)) {
        variables.put(variable.toString(), values.get(name));
      }
    }
    variables.keySet().removeAll(clashing);
    return variables;
  }

  private static char mapped(int c) {
    if (c >= 'a' && c <= 'z') {
      return (char) (c - 'a' + 'A');
    }
    return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ? (char) c : '_';
  }

  public static boolean fits(String name, String value) {
    return bytes(name, value) <= MAX_VARIABLE_BYTES;
  }

  /** The bytes of {@code NAME=value} with its final NUL. The name is ASCII. */
  private static int bytes(String name, String value) {
    // UTF-8 has at least as many bytes as UTF-16 has units, so very long texts need not be encoded.
    return value.length() > MAX_VARIABLE_BYTES
        ? value.length()
        : name.length() + value.getBytes(StandardCharsets.UTF_8).length + 2;
  }

  /**
   * Whether a variable can contain a text unchanged: it has no NUL, and can be encoded in UTF-8.
   */
  public static boolean isCarriable(String value) {
    return value.indexOf('\0') < 0 && !Json.hasLoneSurrogate(value);
  }
}
