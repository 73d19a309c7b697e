package dev.bullpen.project.script;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The part of the server's own environment that scripts of a kind get. In the narrowest mode, the
 * default, that is a fixed list. In the mode {@code allowlist} it also includes the names in {@code
 * MCPBASH_KIND_ENV_ALLOWLIST}. In the mode {@code inherit} it is everything, if {@code
 * MCPBASH_KIND_ENV_INHERIT_ALLOW=true} permits it.
 *
 * <p>No mode includes the secret of remote access, or variables in which a server around this one
 * describes a job to its own script. Of the names that start with {@code MCP_}, only the
 * framework's are always included; others, such as {@code MCP_REGISTRY_TOKEN}, belong to the user.
 */
public enum HostEnvironment {
  /** Tools, prompts and, in the mode {@code inherit}, the policy and the hook. */
  TOOL(
      "minimal",
      SwitchSetting.TOOL_ENV_INHERIT_ALLOW,
      "PATH HOME TMPDIR LANG",
      "MCPBASH_",
      "Scripts are not run: MCPBASH_TOOL_ENV_MODE=inherit is not permitted."
          + " Set MCPBASH_TOOL_ENV_INHERIT_ALLOW=true to permit it, or use minimal or allowlist."),
  /** Providers of resources, and completions. */
  PROVIDER(
      "isolate",
      SwitchSetting.PROVIDER_ENV_INHERIT_ALLOW,
      "PATH HOME TMPDIR TMP TEMP LANG USERPROFILE APPDATA SYSTEMROOT MSYSTEM MSYS2_ARG_CONV_EXCL"
          + " MCPBASH_HOME MCPBASH_PROJECT_ROOT MCPBASH_RESOURCES_DIR MCPBASH_PROMPTS_DIR"
          + " MCPBASH_ENABLE_GIT_PROVIDER HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY"
          + " http_proxy https_proxy all_proxy no_proxy",
      "LC_ MCPBASH_GIT_ MCPBASH_HTTPS_",
      "MCPBASH_PROVIDER_ENV_MODE=inherit is not permitted, isolate is used."
          + " Set MCPBASH_PROVIDER_ENV_INHERIT_ALLOW=true to permit it.");

  private static final Set<String> FRAMEWORK_NAMES =
      names(
          "MCP_SDK MCP_LOG_STREAM MCP_CANCEL_FILE MCP_RESOURCES_ROOTS MCP_CONFIG_JSON"
              + " MCP_TRANSPORT MCP_PATH_DEBUG");

  private static final List<String> FRAMEWORK_PREFIXES =
      prefixes(
          "MCP_TOOL_ MCP_ELICIT_ MCP_PROGRESS_ MCP_ROOTS_ MCP_COMPLETION_ MCP_PROMPT_"
              + " MCP_RESOURCE_");

  /**
   * Values of a job that may be too long for a variable: each is {@code NAME_JSON} or {@code
   * NAME_FILE}.
   */
  private static final Set<String> JOB_PAYLOADS =
      names(
          "MCP_TOOL_ARGS MCP_TOOL_META MCP_TOOL_METADATA MCP_INPUT_RESPONSES MCP_REQUEST_STATE"
              + " MCP_ROOTS MCP_PROMPT_ARGS MCP_PROMPT_METADATA MCP_COMPLETION_ARGS"
              + " MCP_RESOURCE_TEMPLATE_VARS MCP_POLICY_METADATA");

  /** The other names. The last four are internal to mcp-bash; its jobs have them. */
  private static final Set<String> JOB_NAMES =
      names(
          "MCP_TOOL_NAME MCP_TOOL_PATH MCP_TOOL_TIMEOUT_SECS MCP_TOOL_ERROR_FILE"
              + " MCP_TOOL_RESOURCES_FILE"
              + " MCP_PROGRESS_TOKEN MCP_PROGRESS_TOKEN_JSON MCP_PROGRESS_STREAM MCP_LOG_STREAM"
              + " MCP_LIST_CHANGED_FILE MCP_CANCEL_FILE MCP_ROOTS_PATHS MCP_ROOTS_COUNT"
              + " MCP_CLIENT_CAN MCPBASH_CLIENT_SUPPORTS_UI MCP_ELICIT_SUPPORTED"
              + " MCP_ELICIT_REQUEST_FILE MCP_ELICIT_RESPONSE_FILE MCP_SAMPLE_SUPPORTED"
              + " MCP_SAMPLE_REQUEST_FILE MCP_SAMPLE_RESPONSE_FILE MCP_PROMPT_NAME MCP_PROMPT_PATH"
              + " MCP_PROMPT_REL_PATH MCP_PROMPT_METADATA MCP_RESOURCE_PATH MCP_RESOURCE_REL_PATH"
              + " MCP_RESOURCE_URI MCP_RESOURCE_PROVIDER MCP_RESOURCE_METADATA"
              + " MCP_RESOURCE_TEMPLATE_NAME MCP_RESOURCE_TEMPLATE_VARS MCP_COMPLETION_NAME"
              + " MCP_COMPLETION_ARGS_HASH MCP_COMPLETION_LIMIT MCP_COMPLETION_OFFSET"
              + " MCP_COMPLETION_CURSOR MCP_COMPLETION_REF MCP_COMPLETION_REF_TYPE"
              + " MCP_COMPLETION_ARGUMENT MCP_COMPLETION_QUERY MCP_POLICY_TOOL_NAME"
              + " MCP_POLICY_DEFAULT BULLPEN_DESCRIBE"
              + " MCPBASH_WORKER_KEY MCPBASH_DIRECT_FD MCP_UI_REGISTRY_HASH MCP_UI_REGISTRY_PATH");

  static final int MAX_DECLARED = 4096;

  /** Some clients leave this in place of a user's setting without a value. */
  private static final String PLACEHOLDER = "${user_config.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Names that change how a shell or a loader works. */
  private static final Set<String> RESERVED =
      names("SHELLOPTS BASHOPTS PS4 BASH_ENV ENV BASH_XTRACEFD IFS");

  private static final List<String> RESERVED_PREFIXES =
      prefixes("LD_ DYLD_ BASH_FUNC_ _MCP MCPBASH_");

  /** Names that every job sets itself, which nothing may replace. */
  private static final Set<String> OF_EVERY_JOB =
      names("PATH HOME TMPDIR TMP TEMP LANG PWD TRACEPARENT TRACESTATE");

  private static final List<String> SETTABLE =
      Stream.of(values()).flatMap(scope -> scope.variables().stream()).toList();

  /** Prefixes of names that an author or a client has chosen. */
  private static final List<String> JOB_PREFIXES =
      prefixes(RequestVariables.ARGUMENT + " MCP_RESOURCE_VAR_ MCP_COMPLETION_CONTEXT_");

  private final String narrowest;
  private final SwitchSetting permission;
  private final Set<String> names;
  private final List<String> prefixes;
  private final String notPermitted;

  HostEnvironment(
      String narrowest,
      SwitchSetting permission,
      String names,
      String prefixes,
      String notPermitted) {
    this.narrowest = narrowest;
    this.permission = permission;
    this.names = names(names);
    this.prefixes = prefixes(prefixes);
    this.notPermitted = notPermitted;
  }

  private static Set<String> names(String blanksBetween) {
    return Set.copyOf(prefixes(blanksBetween));
  }

  private static List<String> prefixes(String blanksBetween) {
    return List.of(blanksBetween.split(" "));
  }

  private List<String> variables() {
    return List.of(modeVariable(), listVariable());
  }

  private String modeVariable() {
    return "MCPBASH_" + name() + "_ENV_MODE";
  }

  private String listVariable() {
    return "MCPBASH_" + name() + "_ENV_ALLOWLIST";
  }

  private List<String> modes() {
    return List.of(narrowest, "allowlist", "inherit");
  }

  private String mode(Map<String, String> env) {
    return env.getOrDefault(modeVariable(), "");
  }

  /** Why the requested mode is not used, for the client. */
  public Optional<String> refusal(Map<String, String> env) {
    return mode(env).equals("inherit") && !permission.isOn(env)
        ? Optional.of(notPermitted)
        : Optional.empty();
  }

  /** The same, or that the mode is unknown. */
  public Optional<String> problem(Map<String, String> env) {
    String mode = mode(env);
    return mode.isEmpty() || modes().contains(mode)
        ? refusal(env)
        : Optional.of(
            "%s=%s is unknown, %s is used. Set %s, allowlist or inherit."
                .formatted(modeVariable(), EscapedBytes.of(mode), narrowest, narrowest));
  }

  /**
   * What scripts get in the requested mode, or in the narrowest one if that is unknown or not
   * permitted.
   */
  Map<String, String> visible(Map<String, String> env) {
    Map<String, String> visible = all(env);
    String mode = mode(env);
    if (mode.equals("inherit") && permission.isOn(env)) {
      return visible;
    }
    Set<String> shown = new HashSet<>(names);
    if (mode.equals("allowlist")) {
      shown.addAll(List.of(env.getOrDefault(listVariable(), "").split("[\\s,]+")));
    }
    visible
        .keySet()
        .removeIf(
            name ->
                !shown.contains(name) && !startsWithAny(prefixes, name) && !isOfFramework(name));
    return visible;
  }

  /**
   * The server's environment with the member {@code env} of {@code server.meta.json}. The member
   * may only set the mode and the list of names, for tools and for providers, because the operator
   * decides what a project may do. If the server's own environment has a mode or a list, the member
   * is ignored for those scripts. Problems never contain values.
   *
   * @param declared the member {@code env}; missing if there is none
   */
  public static DeclaredEnvironment withDeclared(JsonNode declared, Map<String, String> env) {
    List<String> problems = new ArrayList<>();
    Map<String, String> own = new HashMap<>(env);
    own.entrySet()
        .removeIf(one -> SETTABLE.contains(one.getKey()) && one.getValue().startsWith(PLACEHOLDER));
    Map<String, String> all = new HashMap<>(own);
    boolean isMissing = declared.isMissingNode() || declared.isNull();
    if (!isMissing && !SwitchSetting.IGNORE_META_ENV.isOn(env)) {
      if (!declared.isObject()) {
        problems.add("\"env\" is ignored: it is not an object. Make it one, or leave it out.");
      }
      for (Map.Entry<String, JsonNode> one : declared.properties()) {
        String key = one.getKey();
        Optional<String> refusal = refusalOf(key, one.getValue());
        if (refusal.isPresent()) {
          problems.add(
              "\"%s\" in \"env\" is ignored: %s.".formatted(EscapedBytes.of(key), refusal.get()));
        } else if (!isSetByOperator(key, own)) {
          all.put(key, one.getValue().stringValue());
        }
      }
    }
    return new DeclaredEnvironment(Map.copyOf(all), problems);
  }

  /**
   * An environment with the project's declarations.
   *
   * @param problems a sentence about each ignored declaration
   */
  public record DeclaredEnvironment(Map<String, String> env, List<String> problems) {}

  private static boolean isSetByOperator(String key, Map<String, String> own) {
    return Stream.of(values())
        .map(HostEnvironment::variables)
        .filter(variables -> variables.contains(key))
        .flatMap(List::stream)
        .anyMatch(name -> !own.getOrDefault(name, "").isEmpty());
  }

  private static Optional<String> refusalOf(String key, JsonNode value) {
    if (!SETTABLE.contains(key)) {
      return Optional.of(
          "only %s may be set there. Set it in the environment of the server"
              .formatted(String.join(", ", SETTABLE)));
    }
    if (!value.isString()) {
      return Optional.of("it is not a string. Put it between quotes");
    }
    String text = value.stringValue();
    if (text.length() > MAX_DECLARED) {
      return Optional.of("it is longer than %d characters. Shorten it".formatted(MAX_DECLARED));
    }
    for (HostEnvironment scope : values()) {
      if (key.equals(scope.modeVariable())) {
        return scope.modes().contains(text)
            ? Optional.empty()
            : Optional.of(
                "it is none of %s. Use one of them"
                    .formatted(String.join(", ", scope.modes().stream().sorted().toList())));
      }
    }
    for (String name : text.split("[\\s,]+")) {
      if (!name.isEmpty() && !NAME.matcher(name).matches()) {
        return Optional.of(
            "it contains something that is not a name of a variable. Write names between commas");
      }
      if (isReserved(name)) {
        return Optional.of(
            "it names %s, which a project may not request. Leave that name out".formatted(name));
      }
    }
    return Optional.empty();
  }

  private static boolean isReserved(String name) {
    return RESERVED.contains(name) || startsWithAny(RESERVED_PREFIXES, name) || isOfFramework(name);
  }

  /** Why a tool's metadata may not request a variable with this name, to follow the name. */
  static Optional<String> refusalOf(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("is not a name of a variable");
    }
    return isReserved(name)
            || isOfJob(name)
            || OF_EVERY_JOB.contains(name)
            || name.startsWith("BULLPEN_")
        ? Optional.of("may not be requested: the server or the framework sets it")
        : Optional.empty();
  }

  /**
   * A variable that one tool requests; empty if the server does not have it, or may not pass it on.
   */
  static Optional<String> own(String name, Map<String, String> env) {
    return SwitchSetting.IGNORE_META_ENV.isOn(env)
        ? Optional.empty()
        : Optional.ofNullable(env.get(name))
            .filter(value -> !value.isEmpty() && !value.startsWith(PLACEHOLDER))
            .filter(value -> !RemoteToken.isRevealedBy(name, value, env));
  }

  /** All variables except those withheld in every mode. */
  static Map<String, String> all(Map<String, String> env) {
    Map<String, String> visible = new TreeMap<>(env);
    visible
        .entrySet()
        .removeIf(
            one ->
                isOfJob(one.getKey())
                    || RemoteToken.isRevealedBy(one.getKey(), one.getValue(), env));
    return visible;
  }

  private static boolean isOfFramework(String name) {
    return FRAMEWORK_NAMES.contains(name) || startsWithAny(FRAMEWORK_PREFIXES, name);
  }

  /**
   * Whether a server, this one or mcp-bash, describes a job in a variable with this name. Scripts
   * never inherit such variables: those of a server around this one belong to another script.
   */
  public static boolean isOfJob(String name) {
    return JOB_NAMES.contains(name)
        || Stream.of("_JSON", "_FILE")
            .anyMatch(
                end ->
                    name.endsWith(end)
                        && JOB_PAYLOADS.contains(name.substring(0, name.length() - end.length())))
        || startsWithAny(JOB_PREFIXES, name);
  }

  private static boolean startsWithAny(List<String> prefixes, String name) {
    return prefixes.stream().anyMatch(name::startsWith);
  }
}
