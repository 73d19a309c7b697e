package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides which tools may be called. The operator allows tools with {@code MCPBASH_TOOL_ALLOWLIST}
 * (names between spaces or commas; {@code *} or {@code all} for every tool) or {@code
 * MCPBASH_TOOL_ALLOW_DEFAULT=allow}. If the project has a {@code server.d/policy.sh}, that decides
 * instead. Without any of these nothing is allowed.
 *
 * <p>With {@code BULLPEN_POLICY=narrow} the project can only deny more: its policy is not run for
 * tools that the operator denies. A policy that is untrusted or unreadable denies every tool.
 */
public final class ToolPolicy {
  /**
   * The most characters of metadata in the variable for a policy. Longer metadata goes into a file.
   */
  static final int MAX_METADATA = 65_536;

  private static final String METADATA = "MCP_POLICY_METADATA_JSON";

  /** JSON-RPC 2.0, section 5.1: invalid params. */
  private static final int INVALID_PARAMS = -32602;

  /** The most names in a message. */
  private static final int MAX_NAMES = 20;

  private static final Set<String> EVERYTHING = Set.of("*", "all");
  private static final Set<String> ALLOW = Set.of("allow", "all");

  /** What a project's policy may change about the operator's decision. */
  public enum PolicyRule {
    /** The policy decides, as in mcp-bash. It may allow what the operator does not. */
    PROJECT,
    /** The policy may only deny more. */
    NARROW;

    /** The variable of the server's environment with the rule. */
    public static final String VARIABLE = "BULLPEN_POLICY";

    public static Optional<PolicyRule> of(String word) {
      return Arrays.stream(values()).filter(rule -> rule.word().equals(word)).findFirst();
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<String> allowed;
  private final boolean allowsEverything;
  private final boolean allowedByDefault;
  private final PolicyRule rule;
  private final Layout layout;
  private final Path script;
  private final Optional<Path> bash;
  private final Map<String, String> environment;
  private final Warnings warnings;

  /**
   * @param environment of {@code policy.sh}, except the variables about the tool
   * @param warnings receives, once, each reason not to trust {@code policy.sh}
   */
  public ToolPolicy(
      Map<String, String> env,
      Map<String, String> environment,
      Layout layout,
      Optional<Path> bash,
      Warnings warnings) {
    this.allowed =
        Set.copyOf(
            Arrays.stream(env.getOrDefault("MCPBASH_TOOL_ALLOWLIST", "").split("[\\s,]+"))
                .filter(name -> !name.isEmpty())
                .toList());
    this.allowsEverything = EVERYTHING.stream().anyMatch(allowed::contains);
    this.allowedByDefault = ALLOW.contains(env.getOrDefault("MCPBASH_TOOL_ALLOW_DEFAULT", ""));
    this.rule = PolicyRule.of(env.getOrDefault(PolicyRule.VARIABLE, "")).orElse(PolicyRule.PROJECT);
    this.environment = environment;
    this.layout = layout;
    this.script = layout.server().path().resolve("policy.sh");
    this.bash = bash;
    this.warnings = warnings.once();
  }

  /** The decision on one call, or how to run the project's policy. */
  public PolicyDecision decide(Tool tool) {
    Optional<String> denial = denial(tool);
    boolean isDenied = denial.isPresent() && rule == PolicyRule.NARROW;
    boolean isAbsent = Absence.isCertain(script);
    // A folder that cannot be entered may contain a policy.
    if (isDenied || isAbsent && layout.serverProblem().isEmpty()) {
      return denial
          .<PolicyDecision>map(
              message -> new PolicyDecision.Denied(INVALID_PARAMS, message, Optional.empty()))
          .orElseGet(PolicyDecision.Allowed::new);
    }
    Optional<String> distrust = isAbsent ? layout.serverProblem() : objection().map(this::sentence);
    distrust.ifPresent(warnings::add);
    return distrust.isEmpty() ? ask(tool, denial) : PolicyDecision.none();
  }

  /** Why the settings alone do not allow a tool; empty if they do. */
  private Optional<String> denial(Tool tool) {
    if (allowed.isEmpty()) {
      return allowedByDefault
          ? Optional.empty()
          : Optional.of(
              "Tool '%1$s' blocked by policy. Set MCPBASH_TOOL_ALLOWLIST=%1$s in your MCP client config, or '*' for all tools: this server allows none."
                  .formatted(tool.name()));
    }
    return allowsEverything || allowed.contains(tool.name())
        ? Optional.empty()
        : Optional.of(
            "Tool '%1$s' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST). Add %1$s to it in your MCP client config, or set it to '*' for all tools."
                .formatted(tool.name()));
  }

  /**
   * How many of the project's tools the settings deny, and what to set. Empty if they deny none, or
   * if the project has a policy, which decides instead.
   */
  public Optional<String> denials(Collection<Tool> tools) {
    List<String> denied =
        tools.stream().filter(tool -> denial(tool).isPresent()).map(Tool::name).toList();
    if (denied.isEmpty() || !Absence.isCertain(script)) {
      return Optional.empty();
    }
    return Optional.of(
        "%d of %d tools may be called: the server%s. Start it with --allow %s, or with --allow '*' for all; MCPBASH_TOOL_ALLOWLIST does the same."
            .formatted(
                tools.size() - denied.size(),
                tools.size(),
                allowed.isEmpty()
                    ? " has no allow-list"
                    : "'s allow-list lacks " + list(denied, ", "),
                list(tools.stream().map(Tool::name).toList(), ",")));
  }

  private static String list(List<String> names, String between) {
    String some = names.stream().limit(MAX_NAMES).collect(Collectors.joining(between));
    return names.size() > MAX_NAMES ? some + between + "..." : some;
  }

  /** A sentence for each name in the allow-list that no tool has. */
  public List<String> strangers(Collection<Tool> tools) {
    List<String> names = tools.stream().map(Tool::name).toList();
    return allowed.stream()
        .filter(name -> !EVERYTHING.contains(name) && !names.contains(name))
        .sorted()
        .map(
            name ->
                "The allow-list (MCPBASH_TOOL_ALLOWLIST) names \"%s\", but there is no such tool.%s Correct or remove it."
                    .formatted(EscapedBytes.of(name), Suggestion.question(name, names)))
        .toList();
  }

  private Optional<TrustCheck.Objection> objection() {
    return TrustCheck.firstObjection(layout.wayTo(script)).or(this::noFile).or(this::noShellScript);
  }

  private Optional<TrustCheck.Objection> noShellScript() {
    try {
      return ScriptCommand.foreignLanguage(script)
          .flatMap(
              program ->
                  unread(
                      "%s requires %s, but bash would run it".formatted(script, program),
                      "Write it for bash"));
    } catch (IOException e) {
      return unread(
          "the system refuses (%s)".formatted(Cause.of(e)),
          "If this persists, check its disk and the server's limit of open files");
    }
  }

  private static Optional<TrustCheck.Objection> unread(String fact, String nextStep) {
    return Optional.of(new TrustCheck.Objection(fact, nextStep, false));
  }

  private Optional<TrustCheck.Objection> noFile() {
    if (!Files.isRegularFile(script)) {
      String kind = Files.isDirectory(script) ? " is a folder" : " is not a regular file";
      return unread(script + kind, "Put the script in its place, or remove it");
    }
    return Files.isReadable(script)
        ? Optional.empty()
        : unread(
            script + " may not be read by the server's user",
            "Let that user read it, or remove it");
  }

  private String sentence(TrustCheck.Objection objection) {
    return "No tool may be called, because %s %s: %s. %s."
        .formatted(
            script,
            objection.isCertain() ? "cannot be trusted" : "cannot be read",
            objection.fact(),
            objection.nextStep());
  }

  /** Why the project's policy is not run, and what to do; empty if there is none or it is run. */
  public Optional<String> problem() {
    return Absence.isCertain(script) ? Optional.empty() : objection().map(this::sentence);
  }

  private PolicyDecision ask(Tool tool, Optional<String> denial) {
    Map<String, String> env = new HashMap<>(environment);
    env.put("MCP_POLICY_TOOL_NAME", tool.name());
    Optional<String> metadata = Optional.of(tool.metadataJson());
    if (tool.metadataJson().length() <= MAX_METADATA
        && RequestVariables.fits(METADATA, tool.metadataJson())) {
      env.put(METADATA, tool.metadataJson());
      metadata = Optional.empty();
    }
    env.put("MCP_POLICY_DEFAULT", denial.map(message -> "deny:" + message).orElse("allow"));
    String harness = layout.home().resolve("sdk/policy.sh").toString();
    // Without bash the policy cannot run, and a policy that cannot run does not allow.
    String program = bash.map(Path::toString).orElse("/bin/bash");
    return new PolicyDecision.Ask(List.of(program, harness, script.toString()), env, metadata);
  }

  /** Whether a tool may be called. */
  public sealed interface PolicyDecision {
    /** JSON-RPC 2.0, section 5.1: internal error. */
    int INTERNAL_ERROR = -32603;

    record Allowed() implements PolicyDecision {}

    record Denied(int code, String message, Optional<JsonNode> data) implements PolicyDecision {}

    /**
     * The project's own policy decides: run this, then call {@link #ofExit}.
     *
     * @param command the program, by absolute path, and its arguments
     * @param environment the whole environment
     * @param metadata the tool's metadata for a file, if too long for a variable
     */
    record Ask(List<String> command, Map<String, String> environment, Optional<String> metadata)
        implements PolicyDecision {
      public Ask {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
      }
    }

    /**
     * The decision of a project's policy. Exit status 0 allows. Status 1 denies with the one JSON
     * object {@code {"code": integer, "message": string, "data"?}} on standard output. Everything
     * else, such as a signal or a failure of the shell, denies.
     *
     * @param exitCode of the policy; negative if it did not exit
     * @param stdout all of its output
     */
    static PolicyDecision ofExit(int exitCode, byte[] stdout) {
      return switch (exitCode) {
        case 0 -> new Allowed();
        case 1 -> denied(stdout).orElseGet(PolicyDecision::none);
        default -> none();
      };
    }

    private static Optional<PolicyDecision> denied(byte[] stdout) {
      try {
        if (Json.parsePrinted(stdout) instanceof ObjectNode said
            && said.path("code").isInt()
            && Members.silentText(said, "message").isPresent()) {
          Optional<JsonNode> data = Members.value(said, "data");
          return Optional.of(
              new Denied(said.get("code").intValue(), said.get("message").stringValue(), data));
        }
      } catch (JsonException e) {
        return Optional.empty();
      }
      return Optional.empty();
    }

    static PolicyDecision none() {
      return new Denied(
          INTERNAL_ERROR, "The project's policy could not be evaluated", Optional.empty());
    }
  }
}
