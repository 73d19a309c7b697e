package dev.bullpen.project.setting;

import dev.bullpen.project.file.EscapedBytes;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks all settings at once, when a project is opened. Code that reads one later takes an
 * impossible value for not set, and need not report it again.
 */
public final class OperatorSettings {
  /** Folders in the place of those of the project. */
  private static final List<String> FOLDERS =
      Stream.of("TOOLS", "PROMPTS", "RESOURCES", "UI", "PROVIDERS")
          .map("MCPBASH_%s_DIR"::formatted)
          .toList();

  /** Variable, the words it may have, and what another one means. */
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

  /** Variable, and what becomes of an entry that is no host. */
  private static final List<String[]> HOSTS =
      table(
          """
          MCPBASH_HTTPS_ALLOW_HOSTS | is ignored
          MCPBASH_GIT_ALLOW_HOSTS | is ignored
          MCPBASH_HTTPS_DENY_HOSTS | is no host, so every host is denied
          MCPBASH_GIT_DENY_HOSTS | is no host, so every host is denied
          """);

  private static final String USER_AGENT = "MCPBASH_HTTPS_USER_AGENT";

  /** As {@code providers/https.sh} has it: anything else could begin another header. */
  private static final Pattern PRINTABLE = Pattern.compile("[!-~][ -~]{0,255}");

  private static final String REGISTRY = "MCPBASH_REGISTRY_DIR";

  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  private static final String BYTE = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
  private static final String FOUR_BYTES = BYTE + "(?:\\." + BYTE + "){3}";

  /** What resolvers take for an address though it does not look like one: 127.1, 0x7f.1. */
  private static final String ENDS_IN_NUMBER = "(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)";

  private static final Pattern HOST =
      Pattern.compile(
          "%s|(?!%s$)(?:%s\\.)*%s|\\[[0-9a-f:.]*:[0-9a-f:.]*]"
              .formatted(FOUR_BYTES, ENDS_IN_NUMBER, LABEL, LABEL),
          Pattern.CASE_INSENSITIVE);

  /** Without its brackets, and so without a port. */
  private static final Pattern BARE_IPV6 =
      Pattern.compile("[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern ENTRY = Pattern.compile("(.*?)(?::([0-9]{1,5}))?");

  /** RFC 1035: 255 bytes on the wire, of which two are no characters. */
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

  /** A sentence about each setting that has no possible value, and what is done instead. */
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
              "it is not 1 to 256 printable ASCII characters, the first no blank. bullpen is used"));
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
   * What to write instead of what a shell would have replaced in a path, had one read it, a
   * sentence; empty if nothing in it was to be replaced.
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
   * providers/https.sh} and {@code providers/git.sh} read them the same way: what is no host allows
   * nothing, and denies every host.
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
                    "%s=%s leads to %s, which is no folder, so nothing is found there. %s"
                        .formatted(
                            variable,
                            EscapedBytes.of(value(variable)),
                            path,
                            unexpanded(value(variable)).orElse("Correct it, or make the folder."))));
  }

  /** What is set; empty also if that is no path, which is a problem. */
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
}
