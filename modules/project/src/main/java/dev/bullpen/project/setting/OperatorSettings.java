package dev.bullpen.project.setting;

import dev.bullpen.project.file.EscapedBytes;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks all settings at once when a project is opened. Code that reads a setting later treats an
 * invalid value as unset, and need not report it again.
 */
public final class OperatorSettings {
  /** Folders that replace those of the project. */
  private static final List<String> FOLDERS =
      Stream.of("TOOLS", "PROMPTS", "RESOURCES", "UI", "PROVIDERS")
          .map("MCPBASH_%s_DIR"::formatted)
          .toList();

  /** Variable, allowed words, and the effect of any other word. */
  private static final List<String[]> WORDS =
      table(
          """
          MCPBASH_LOG_LEVEL | debug info notice warning error critical alert emergency true 1 false 0 | info is used
          MCPBASH_LOG_LEVEL_DEFAULT | debug info notice warning error critical alert emergency true 1 false 0 | info is used
          MCPBASH_TOOL_ALLOW_DEFAULT | allow all deny none | tools are denied
          MCPBASH_JSON_TOOL | jq gojq none | jq or gojq is used, whichever is found
          MCPBASH_LOG_VERBOSE | true false 0 no off | it stays false
          BULLPEN_LOG_LEVEL | all trace debug info warning error off | info is used
          BULLPEN_ARCHIVES | on off | on is used
          BULLPEN_REHEARSAL | on off | on is used
          BULLPEN_JOB_TMPDIR | own shared | each call has its own
          """);

  /** Variable, and the effect of an entry that is not a host. */
  private static final List<String[]> HOSTS =
      table(
          """
          MCPBASH_HTTPS_ALLOW_HOSTS | is ignored
          MCPBASH_GIT_ALLOW_HOSTS | is ignored
          MCPBASH_HTTPS_DENY_HOSTS | is no host, so every host is denied
          MCPBASH_GIT_DENY_HOSTS | is no host, so every host is denied
          """);

  private static final String USER_AGENT = "MCPBASH_HTTPS_USER_AGENT";

  /** As in {@code providers/https.sh}: anything else could start another header. */
  private static final Pattern PRINTABLE = Pattern.compile("[!-~][ -~]{0,255}");

  private static final String REGISTRY = "MCPBASH_REGISTRY_DIR";

  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  private static final String BYTE = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
  private static final String FOUR_BYTES = BYTE + "(?:\\." + BYTE + "){3}";

  /** Forms that resolvers accept as an address: 127.1, 0x7f.1. */
  private static final String ENDS_IN_NUMBER = "(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)";

  private static final Pattern HOST =
      Pattern.compile(
          "%s|(?!%s$)(?:%s\\.)*%s|\\[[0-9a-f:.]*:[0-9a-f:.]*]"
              .formatted(FOUR_BYTES, ENDS_IN_NUMBER, LABEL, LABEL),
          Pattern.CASE_INSENSITIVE);

  /** Without brackets, and so without a port. */
  private static final Pattern BARE_IPV6 =
      Pattern.compile("[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern ENTRY = Pattern.compile("(.*?)(?::([0-9]{1,5}))?");

  /** RFC 1035: 255 bytes on the wire, two of which are not characters. */
  private static final int MAX_LENGTH = 253;

  private static final int MAX_PORT = 65_535;

  private static final Pattern UNEXPANDED = Pattern.compile("^~[^/]*|\\$\\{[^}/]*\\}|\\$\\w+");

  private final Map<String, String> env;
  private final List<String> problems = new ArrayList<>();

  private OperatorSettings(Map<String, String> env) {
    this.env = env;
  }

  private static List<String[]> table(String rows) {
    return rows.lines().map(row -> row.split(" [|] ")).toList();
  }

  /** A sentence about each setting with an invalid value, with the value used instead. */
  public static List<String> problems(Map<String, String> env) {
    OperatorSettings all = new OperatorSettings(env);
    all.check();
    return all.problems;
  }

  private void check() {
    for (NumberSetting number : NumberSetting.values()) {
      number.problem(env).ifPresent(problems::add);
    }
    for (SwitchSetting one : SwitchSetting.values()) {
      one.problem(env).ifPresent(problems::add);
    }
    WORDS.forEach(word -> checkWord(word[0], word[1], word[2]));
    HOSTS.forEach(hosts -> checkHosts(hosts[0], hosts[1]));
    String agent = value(USER_AGENT);
    if (!agent.isEmpty() && !PRINTABLE.matcher(agent).matches()) {
      problems.add(
          problem(
              USER_AGENT,
              agent,
              "it is not 1 to 256 printable ASCII characters without a leading blank. bullpen is used"));
    }
    FOLDERS.forEach(this::checkFolder);
    if (!SwitchSetting.STATIC_REGISTRY.isOn(env)
        && !SwitchSetting.REGISTRY_REFRESH_NO_WRITE.isOn(env)) {
      checkRegistry();
    }
  }

  private String value(String variable) {
    return env.getOrDefault(variable, "");
  }

  static String problem(String variable, String value, String what) {
    return "%s=%s is ignored: %s. Correct or unset it."
        .formatted(variable, EscapedBytes.of(value), what);
  }

  /**
   * What to write instead of something that only a shell expands, as a sentence; empty if the path
   * has nothing like that.
   */
  public static Optional<String> unexpanded(String path) {
    Matcher sign = UNEXPANDED.matcher(path);
    return sign.find()
        ? Optional.of(
            "\"%s\" is not expanded here; write the whole path."
                .formatted(EscapedBytes.of(sign.group())))
        : Optional.empty();
  }

  /**
   * The entries are {@code host} or {@code host:port}, between commas or white space. {@code
   * providers/https.sh} and {@code providers/git.sh} read them the same way: an entry that is not a
   * host allows nothing, and as a denial denies every host.
   */
  private void checkHosts(String variable, String so) {
    for (String entry : value(variable).split("[,\\s]+")) {
      if (!entry.isEmpty() && !isHost(entry)) {
        problems.add(
            "%s: \"%s\" %s. Write host or host:port, as in files.example.com, and a name beyond ASCII in its xn-- form."
                .formatted(variable, EscapedBytes.of(entry), so));
      }
    }
  }

  private void checkWord(String variable, String words, String otherwise) {
    String value = value(variable);
    String word = variable.contains("LOG_LEVEL") ? value.toLowerCase(Locale.ROOT) : value;
    if (!word.isEmpty() && !(" " + words + " ").contains(" " + word + " ")) {
      problems.add(
          problem(variable, value, "it is none of " + words.replace(" ", ", ") + "; " + otherwise));
    }
  }

  /** A missing folder is made when there is something to write. */
  private void checkRegistry() {
    Optional<Path> folder = folder(REGISTRY);
    Optional<Path> there = folder;
    while (there.isPresent() && !Files.exists(there.get())) {
      there = there.map(Path::getParent);
    }
    if (there.filter(path -> !Files.isDirectory(path) || !Files.isWritable(path)).isPresent()) {
      problems.add(
          "%s=%s leads to %s, where nothing can be written, so no registry is kept. Correct or unset it."
              .formatted(REGISTRY, EscapedBytes.of(value(REGISTRY)), folder.get()));
    }
  }

  private void checkFolder(String variable) {
    folder(variable)
        .filter(path -> !Files.isDirectory(path))
        .ifPresent(
            path ->
                problems.add(
                    "%s=%s leads to %s, which is not a folder, so nothing is found there. %s"
                        .formatted(
                            variable,
                            EscapedBytes.of(value(variable)),
                            path,
                            unexpanded(value(variable))
                                .orElse("Correct it, or make the folder."))));
  }

  /** The folder in a variable; empty also if it is not a path, which is reported. */
  private Optional<Path> folder(String variable) {
    try {
      return Optional.of(value(variable))
          .filter(text -> !text.isEmpty())
          .map(text -> Path.of(text).toAbsolutePath().normalize());
    } catch (InvalidPathException e) {
      problems.add(problem(variable, value(variable), "it is not a path"));
      return Optional.empty();
    }
  }

  private static boolean isHost(String entry) {
    if (BARE_IPV6.matcher(entry).matches()) {
      return true;
    }
    Matcher parts = ENTRY.matcher(entry);
    if (!parts.matches()) {
      return false;
    }
    String host = parts.group(1);
    int port = parts.group(2) == null ? 1 : Integer.parseInt(parts.group(2));
    return host.length() <= MAX_LENGTH
        && HOST.matcher(host).matches()
        && port >= 1
        && port <= MAX_PORT;
  }

  /**
   * A whole number that the operator may set. A text that is not a number, or a number below the
   * minimum, counts as unset. A number above the maximum counts as the maximum. {@link #problems}
   * reports them.
   */
  public enum NumberSetting {
    /** Seconds for a tool without its own limit. */
    DEFAULT_TOOL_TIMEOUT("MCPBASH_DEFAULT_TOOL_TIMEOUT", 1, Limits.DAY, 30),
    /** The most seconds of a tool, by its client's wish or with its progress. */
    MAX_TIMEOUT_SECS("MCPBASH_MAX_TIMEOUT_SECS", 1, Limits.DAY, 600),
    COMPLETION_TIMEOUT_SECS("MCPBASH_COMPLETION_TIMEOUT_SECS", 1, Limits.DAY, 5),
    /** Seconds for a registered completion without its own limit. */
    COMPLETION_REGISTERED_TIMEOUT_SECS(
        "MCPBASH_COMPLETION_REGISTERED_TIMEOUT_SECS", 1, Limits.DAY, 30),
    /** Seconds for which the SDK, which reads this variable, waits for an answer. */
    ELICITATION_TIMEOUT("MCPBASH_ELICITATION_TIMEOUT", 1, Limits.ANY, 30),
    MAX_TOOL_OUTPUT_SIZE("MCPBASH_MAX_TOOL_OUTPUT_SIZE", 1, Limits.OF_HEAP, 10_485_760),
    /** Bytes of a structured result that the SDK, which reads this variable, repeats as text. */
    MAX_TEXT_BYTES("MCPBASH_MAX_TEXT_BYTES", 0, Limits.ANY, 102_400),
    /** Bytes of a tool's error output; 0 for no limit. */
    MAX_TOOL_STDERR_SIZE("MCPBASH_MAX_TOOL_STDERR_SIZE", 0, Limits.ANY, "what tools may print"),
    /** Bytes of a tool's error output that a client gets. */
    TOOL_STDERR_TAIL_LIMIT("MCPBASH_TOOL_STDERR_TAIL_LIMIT", 0, Limits.TAIL, 4096),
    /** Progress notifications of one call; 0 for no limit. */
    MAX_PROGRESS_PER_MIN("MCPBASH_MAX_PROGRESS_PER_MIN", 0, Limits.ANY, 100),
    /** Log notifications of one call; 0 for no limit. */
    MAX_LOGS_PER_MIN("MCPBASH_MAX_LOGS_PER_MIN", 0, Limits.ANY, "that of progress"),
    /** Characters of JSON in a variable; longer JSON goes into a file. */
    ENV_PAYLOAD_THRESHOLD("MCPBASH_ENV_PAYLOAD_THRESHOLD", 0, Limits.ANY, 65_536),
    MAX_RESOURCE_BYTES("MCPBASH_MAX_RESOURCE_BYTES", 1, Limits.OF_HEAP, "what tools may print"),
    MAX_UI_RESOURCE_BYTES("MCPBASH_MAX_UI_RESOURCE_BYTES", 1, Limits.OF_HEAP, 1_048_576),
    /** Seconds for a host of the provider git, whose script reads this variable itself. */
    GIT_TIMEOUT("MCPBASH_GIT_TIMEOUT", 1, 60, 30),
    /**
     * KiB for a fetch, and for the file, of the provider git, whose script reads this variable
     * itself.
     */
    GIT_MAX_KB("MCPBASH_GIT_MAX_KB", 1, 1_048_576, 51_200),
    /** Seconds for a whole read over https; its script also reads this variable itself. */
    HTTPS_TIMEOUT("MCPBASH_HTTPS_TIMEOUT", 1, 60, 15),
    /** Bytes of content read over https, whose script reads this variable itself. */
    HTTPS_MAX_BYTES("MCPBASH_HTTPS_MAX_BYTES", 1, 20_971_520, 10_485_760),
    /** Seconds between two polls of a resource with subscriptions; 0 for no polling. */
    RESOURCES_POLL_INTERVAL_SECS("MCPBASH_RESOURCES_POLL_INTERVAL_SECS", 0, Limits.ANY, 2),
    /** Seconds for which a registration by register.sh is valid. */
    REGISTER_TTL("MCPBASH_REGISTER_TTL", 1, Limits.ANY, 5),
    /** Bytes of register.json, and of the output of register.sh. */
    MAX_MANUAL_REGISTRY_BYTES("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", 1, Limits.ANY, 1_048_576),
    /** Bytes of one kind registered by register.sh. */
    MANUAL_BUFFER_MAX_BYTES("MCPBASH_MANUAL_BUFFER_MAX_BYTES", 1, Limits.ANY, 1_048_576),
    REGISTRY_MAX_BYTES("MCPBASH_REGISTRY_MAX_BYTES", 1, 67_108_864, 67_108_864);

    /**
     * Constants in a class of their own, because an enum cannot use its own before its values
     * exist.
     */
    private static final class Limits {
      static final int DAY = 86_400;

      /** Nine digits always fit an int. */
      static final int ANY = 999_999_999;

      /** A whole answer is in this JVM's heap more than once, and a full heap ends the server. */
      static final int OF_HEAP = (int) Math.min(ANY, Runtime.getRuntime().maxMemory() / 8);

      /** Kept by helpers, and passed on in one frame. */
      static final int TAIL = 1024 * 1024;
    }

    private final String variable;
    private final int least;
    private final int most;

    /** Empty if another setting counts instead. */
    private final OptionalInt standard;

    /** What counts while nothing is set, for people. */
    private final String otherwise;

    NumberSetting(String variable, int least, int most, int standard) {
      this(variable, least, most, OptionalInt.of(standard), Integer.toString(standard));
    }

    NumberSetting(String variable, int least, int most, String otherwise) {
      this(variable, least, most, OptionalInt.empty(), otherwise);
    }

    NumberSetting(String variable, int least, int most, OptionalInt standard, String otherwise) {
      this.variable = variable;
      this.least = least;
      this.most = most;
      this.standard = standard;
      this.otherwise = otherwise;
    }

    /** What is set. */
    public Optional<Integer> of(Map<String, String> env) {
      String digits = value(env);
      if (!isNumber(digits)) {
        return Optional.empty();
      }
      int number = digits.length() > 9 ? most : Math.min(Integer.parseInt(digits), most);
      return number < least ? Optional.empty() : Optional.of(number);
    }

    /** What is set, else the default, which this setting must have. */
    public int inForce(Map<String, String> env) {
      return of(env).orElseGet(standard::getAsInt);
    }

    /** The same in seconds. */
    public Duration seconds(Map<String, String> env) {
      return Duration.ofSeconds(inForce(env));
    }

    /** What is wrong with the value, and what is used instead. */
    Optional<String> problem(Map<String, String> env) {
      String digits = value(env);
      if (digits.isEmpty()) {
        return Optional.empty();
      }
      if (!isNumber(digits) || of(env).isEmpty()) {
        return Optional.of(
            OperatorSettings.problem(
                variable,
                digits,
                "it is not a whole number from %d to %d. %s is used"
                    .formatted(least, most, capitalized(otherwise))));
      }
      if (digits.length() <= 9 && Integer.parseInt(digits) <= most) {
        return Optional.empty();
      }
      String why =
          most == Limits.OF_HEAP
              ? ", as much as an eighth of the server's memory, which BULLPEN_JAVA_OPTS=-Xmx512m would raise"
              : "";
      return Optional.of(
          OperatorSettings.problem(
              variable, digits, "it is more than %d, which is used%s".formatted(most, why)));
    }

    /** Its digits without leading zeros, or whatever else it contains. */
    private String value(Map<String, String> env) {
      String digits = env.getOrDefault(variable, "").strip();
      return isNumber(digits) ? digits.replaceFirst("^0+(?=.)", "") : digits;
    }

    private static boolean isNumber(String text) {
      return text.matches("[0-9]+");
    }

    private static String capitalized(String text) {
      return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
  }

  /**
   * A switch of the operator. A word that means neither yes nor no counts as unset; {@link
   * #problems} reports it.
   */
  public enum SwitchSetting {
    ALLOW_PROJECT_HOOKS("MCPBASH_ALLOW_PROJECT_HOOKS", false),
    /** Whether the registry's files are served instead of the folders. */
    STATIC_REGISTRY("MCPBASH_STATIC_REGISTRY", false),
    /** Whether the registry's files are left unchanged. */
    REGISTRY_REFRESH_NO_WRITE("MCPBASH_REGISTRY_REFRESH_NO_WRITE", false),
    TOOL_ENV_INHERIT_ALLOW("MCPBASH_TOOL_ENV_INHERIT_ALLOW", false),
    PROVIDER_ENV_INHERIT_ALLOW("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", false),
    /** Whether {@code env} of {@code server.meta.json} is ignored. */
    IGNORE_META_ENV("MCPBASH_IGNORE_META_ENV", false),
    ENABLE_GIT_PROVIDER("MCPBASH_ENABLE_GIT_PROVIDER", false),
    /** Whether every host may be read over https, whose script reads this variable itself. */
    HTTPS_ALLOW_ALL("MCPBASH_HTTPS_ALLOW_ALL", false),
    /** Whether scripts get no JSON program. */
    FORCE_MINIMAL("MCPBASH_FORCE_MINIMAL", false),
    /** Whether scripts of root get the JSON program named in the environment. */
    ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT("MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT", false),
    /** Whether progress restarts a tool's time if its metadata does not decide. */
    PROGRESS_EXTENDS_TIMEOUT("MCPBASH_PROGRESS_EXTENDS_TIMEOUT", false),
    /** Whether {@code launcher run-tool} always reads the file of the server's variables. */
    RUN_TOOL_SOURCE_SERVER_ENV("MCPBASH_RUN_TOOL_SOURCE_SERVER_ENV", false),
    TOOL_STDERR_CAPTURE("MCPBASH_TOOL_STDERR_CAPTURE", true);

    private static final Set<String> YES = Set.of("true", "1", "yes", "on");
    private static final Set<String> NO = Set.of("false", "0", "no", "off");

    private final String variable;
    private final boolean otherwise;

    SwitchSetting(String variable, boolean otherwise) {
      this.variable = variable;
      this.otherwise = otherwise;
    }

    public boolean isOn(Map<String, String> env) {
      String word = word(env);
      return otherwise ? !NO.contains(word) : YES.contains(word);
    }

    /** What is wrong with the value, and what is used instead. */
    Optional<String> problem(Map<String, String> env) {
      String word = word(env);
      return word.isEmpty() || YES.contains(word) || NO.contains(word)
          ? Optional.empty()
          : Optional.of(
              OperatorSettings.problem(
                  variable, word, "it is neither true nor false. It stays " + otherwise));
    }

    private String word(Map<String, String> env) {
      return env.getOrDefault(variable, "").strip().toLowerCase(Locale.ROOT);
    }
  }
}
