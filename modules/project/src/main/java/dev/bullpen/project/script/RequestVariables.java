package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.TrustedCommand.UnusableScriptException;
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
 * What one request adds to the environment of a tool's or a prompt's script, but for the places
 * where the script and the server exchange files, which are known only when it starts.
 *
 * <p>JSON goes into a variable, {@code NAME_JSON}. JSON longer than {@code
 * MCPBASH_ENV_PAYLOAD_THRESHOLD} characters, or than any variable may be, goes into a file: {@code
 * NAME_JSON} is empty then, and {@code NAME_FILE} names the file. Named values are variables of
 * their own as well, so that a script needs no JSON for them.
 */
public final class RequestVariables {
  /**
   * Bytes of one {@code NAME=value} and its final NUL that Linux still passes on: 32 pages of 4
   * KiB, see execve(2), "Limits on size of arguments and environment".
   */
  public static final int MAX_VARIABLE_BYTES = 131_072;

  static final String ARGUMENT = "MCP_ARG_";

  /**
   * Bytes of all arguments together, as {@code NAME=value}; with the rest of an environment this
   * stays far below what Linux allows a new process, 2 MiB where the stack is 8 (execve(2)).
   */
  static final int MAX_ARGUMENTS_BYTES = 262_144;

  /** Characters of one argument; a longer one is read from the JSON, which is in a file then. */
  static final int MAX_ARGUMENT_LENGTH = 65_536;

  /** Characters that each system has to pass on (W3C Trace Context, section 3.3.1.5). */
  private static final int MAX_TRACE_STATE = 512;

  private final int threshold;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, byte[]> files = new HashMap<>();
  private final Map<String, String> fileVariables = new HashMap<>();

  /**
   * The script that a request runs.
   *
   * @param kind part of the variables' names: {@code TOOL} or {@code PROMPT}
   * @param arguments names of those that are declared
   * @param metadata as JSON
   */
  public record Script(
      String kind, String name, Path path, Collection<String> arguments, String metadata) {}

  /**
   * One {@code tools/call} or {@code prompts/get}, checked for its form.
   *
   * @param arguments as sent; an empty object if there were none
   * @param meta {@code params._meta} as sent; an empty object if there was none
   * @param offers names of what the client can be asked for, such as {@code elicitation.url}
   * @param inputResponses answers to what an earlier run of the script has asked
   * @param requestState what an earlier run of the script has left for this one
   */
  public record Request(
      ObjectNode arguments,
      ObjectNode meta,
      List<String> offers,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState) {}

  /**
   * @param threshold characters of JSON that still go into a variable; 0 for none at all
   */
  RequestVariables(int threshold) {
    this.threshold = threshold;
  }

  /**
   * What a request adds to {@link ScriptEnvironment#ofTool}.
   *
   * @throws UnusableScriptException if the operator asks for an environment that is not permitted
   */
  public static RequestVariables of(ScriptEnvironment scripts, Script script, Request request)
      throws UnusableScriptException {
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
   * Add the token of a call that wants progress: as text, and as the JSON that tells the string "7"
   * from the number 7.
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

  /** Add the trace that a call belongs to (W3C Trace Context), if it names one. */
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

  /** Add what only this script is given; nothing that is there already is replaced. */
  public void own(ScriptEnvironment scripts, OwnVariables variables) {
    scripts.own(variables).forEach(environment::putIfAbsent);
  }

  /** Add where the client works. */
  public void roots(Roots roots) {
    put("MCP_ROOTS_JSON", Json.text(roots.toJson()));
    put("MCP_ROOTS_PATHS", roots.paths());
    put("MCP_ROOTS_COUNT", Integer.toString(roots.all().size()));
  }

  /** Add a text; it is empty if no environment can carry it. */
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
   * Add the scalar arguments of a call, {@code MCP_ARG_} and the name: strings as they are, numbers
   * as they were written, booleans as {@code true} or {@code false}. Null, arrays, objects and what
   * no environment can carry have no variable.
   *
   * @param declared names that no other argument is mistaken for
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

  /** To be read only; one may replace a variable that every run has. */
  public Map<String, String> environment() {
    return environment;
  }

  /** What is too long for a variable: UTF-8 by file name. */
  public Map<String, byte[]> files() {
    return Collections.unmodifiableMap(files);
  }

  /** The variables that name those files: file name by variable. */
  public Map<String, String> fileVariables() {
    return Collections.unmodifiableMap(fileVariables);
  }

  /** Named values as variables of their own; see {@link #named(String, Map, Collection)}. */
  public static Map<String, String> named(String prefix, Map<String, String> values) {
    return named(prefix, values, List.of());
  }

  /**
   * Named values as variables of their own, sorted. A variable is called by a prefix and the name
   * with {@code a-z} in upper case and every character that is not a letter of ASCII, a digit or an
   * underscore replaced by an underscore. Names that become the same, and an empty one, have no
   * variable: a wrong value is worse than none.
   *
   * @param reserved names that have no value, and that no other name may pass for
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

  /** Bytes of {@code NAME=value} and its final NUL; the name is ASCII. */
  private static int bytes(String name, String value) {
    // UTF-8 is never shorter than UTF-16 counts, so what is far too long need not be encoded.
    return value.length() > MAX_VARIABLE_BYTES
        ? value.length()
        : name.length() + value.getBytes(StandardCharsets.UTF_8).length + 2;
  }

  /** Whether a text can be carried unchanged: no NUL ends it early, and UTF-8 can hold it. */
  public static boolean isCarriable(String value) {
    return value.indexOf('\0') < 0 && !Json.hasLoneSurrogate(value);
  }
}
