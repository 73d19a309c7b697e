package dev.bullpen.launcher;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One setting of a serving process: a flag, and the environment variables that stand in for it,
 * strongest first. {@code MAX_WORKERS} is {@code --max-workers} and {@code BULLPEN_MAX_WORKERS}.
 */
enum Setting {
  PROJECT(
      "DIR",
      "the project's folder (default: $MCPBASH_PROJECT_ROOT, else the nearest folder at or above"
          + " this one that holds server.d/server.meta.json)"),
  HTTP(
      "ADDRESS",
      "serve any number of clients over HTTP, at /mcp of this HOST:PORT, such as 127.0.0.1:8080,"
          + " or unix:PATH, or on a socket of systemd's, by the word systemd; may be repeated"
          + " (default: one client, on standard input and output)"),
  ANONYMOUS("", "over HTTP, ask for no token; only on 127.0.0.1, [::1] or a Unix socket"),
  TOKEN_FILE(
      "FILE",
      "over HTTP, the tokens that clients have, and what each may use (default: one token, made at"
          + " the start and printed)"),
  OAUTH_ISSUER(
      "URL", "over HTTP, accept access tokens of this issuer: exactly the URL in their claim iss"),
  AUDIENCE(
      "URL", "with --oauth-issuer, the URL of this server's endpoint, as it stands in claims aud"),
  OAUTH_JWKS("URL", "with --oauth-issuer, where its keys are (default: from its metadata)"),
  OAUTH_SCOPE("SCOPES", "with --oauth-issuer, scopes that a token must have; may be repeated"),
  OAUTH_SCOPE_FILE(
      "FILE",
      "with --oauth-issuer, what tokens with which scope may use (default: everything that the"
          + " server offers)"),
  ALLOW_HOST("NAMES", "over HTTP, further host names of the server; may be repeated"),
  ALLOW_ORIGIN(
      "ORIGINS",
      "over HTTP, origins whose pages may call the server, such as https://app.example.com; may be"
          + " repeated (default: none)"),
  BEHIND_PROXY(
      "", "over HTTP, a proxy in front does TLS, so the server may listen on other addresses"),
  TLS_CERT("FILE", "over HTTP, the server's certificate in PEM, with those that lead to its root"),
  TLS_KEY("FILE", "over HTTP, the private key of the certificate in PEM, for its owner alone"),
  LEGACY_SESSIONS(
      "RULE",
      "over HTTP, whether clients of the older revisions get sessions",
      Choice.of("on").with("off", "each request stands alone")),
  DRAIN(
      "SECONDS",
      "over HTTP, how long calls may run on after SIGTERM (default: %d)",
      0,
      Setting.SECONDS_MAX,
      30),
  NODE(
      "NAME",
      "over HTTP in a fleet, the name of this replica, which no other has (default: the host's name)"),
  PEER(
      "NAME=URL",
      "over HTTP in a fleet, another replica, by the name of its node, such as"
          + " b=http://10.0.0.8:8080; may be repeated"),
  PEERS_DNS(
      "URL",
      "over HTTP in a fleet, where all replicas are: a URL whose host has all their addresses in DNS,"
          + " such as http://bullpen-peers:8080"),
  FLEET_KEY_FILE(
      "FILE",
      "over HTTP, the keys that the replicas of a fleet share, for the server's user alone: one or two"
          + " lines of 64 hexadecimal digits"),
  ADMIN(
      "ADDRESS",
      "over HTTP, answer /health/live, /health/ready and /metrics at this HOST:PORT, such as"
          + " 127.0.0.1:9090, or unix:PATH; only on 127.0.0.1, [::1] or a Unix socket (default:"
          + " nowhere)"),
  AUDIT_LOG(
      "FILE",
      "a file to which a line is appended for each call that is allowed or denied (default: none)"),
  AUDIT_FAILURE(
      "WHAT",
      "what happens to calls while the audit log cannot be written",
      Choice.of().with("stop", "they are refused").with("go", "they are served")),
  ALLOW(
      "NAMES",
      "tools that may be called, between commas; '*' for all; may be repeated (default: none,"
          + " unless the project's server.d/policy.sh allows them)",
      "MCPBASH_TOOL_ALLOWLIST"),
  // As many as desktop machines have cores to spare. A warm helper takes about 30 MB.
  WORKERS(
      "N",
      "helpers kept warm, %2$d to %3$d (default: "
          + Setting.WORKERS_AT_REST
          + "; up to %1$d from the first job that waits until ten minutes without a job)",
      1,
      64,
      4),
  // mcp-bash's variable has this default.
  MAX_WORKERS(
      "M",
      "helpers at most, under load; further jobs queue (default: %d)",
      1,
      256,
      16,
      "MCPBASH_MAX_CONCURRENT_REQUESTS"),
  // Keeps a provider's leaks small. A new helper takes half a second of a processor.
  JOBS_PER_HELPER(
      "N",
      "jobs that a helper runs before a fresh one, started in advance, replaces it; 0 for no limit"
          + " (default: %d)",
      0,
      1_000_000_000,
      10_000),
  // In MiB. A helper itself needs some 8; below 32 a frame of the greatest size has no room.
  HELPER_MEMORY(
      "SIZE",
      "heap of each helper, which Java providers share with it, such as 256m or 1g (default: %dm)",
      32,
      64 * 1024,
      64),
  GRACE(
      "SECONDS",
      "time a cancelled completion script has between TERM and KILL, such as 0.5 (default: 0, KILL"
          + " at once)",
      0,
      Setting.SECONDS_MAX,
      0),
  // Tools may have something to clean up; mcp-bash gives them as much.
  TOOL_GRACE("SECONDS", "the same for tools (default: %d)", 0, Setting.SECONDS_MAX, 2),
  // Twice the timeout of a tool whose metadata names none.
  FINISH(
      "SECONDS",
      "how long earlier calls are still answered after the end of input, while the client reads;"
          + " 0 ends at once (default: %d)",
      0,
      Setting.SECONDS_MAX,
      60),
  // The least has room for an initialize request, the default for a file of 20 MB in Base64. A line
  // is twice in memory while it is read.
  MAX_LINE_BYTES(
      "N",
      "longest message taken from the client (default: %d)",
      4096,
      1024 * 1024 * 1024,
      32 * 1024 * 1024),
  // No person or model is that fast: a client in a loop gets an error.
  COMPLETION_RATE(
      "N",
      "completions answered a second; the rest get an error (default: %d)",
      1,
      Setting.RATE_MAX,
      5000),
  TOOL_RATE(
      "N",
      "tool calls accepted a second; the rest get an error (default: %d)",
      1,
      Setting.RATE_MAX,
      1000),
  // A tenth of all calls that may wait, so that one tool cannot fill the queue.
  CALLS_PER_TOOL(
      "N",
      "calls of one tool that may run or wait at a time; further ones get an error (default: %d)",
      1,
      Setting.RATE_MAX,
      1000),
  // A person must decide, and a waiting tool keeps a helper until then. A day at most.
  STATE_TTL(
      "SECONDS",
      "time a client has to answer a question of a tool or prompt, %2$d to %3$d (default: %1$d)",
      1,
      86_400,
      600),
  STATE_USE(
      "HOW",
      "how often such a client may come back with the same requestState",
      Choice.of()
          .with("many", "it may repeat a call whose answer was lost")
          .with("once", "for tools that must not do a thing twice")),
  // More tools than a model can tell apart: several clients read only the first page. A page is one
  // line.
  PAGE_SIZE(
      "N",
      "tools, resources, templates or prompts on a page of a list (default: %d)",
      1,
      10_000,
      250),
  JOB_LIMITS(
      "LIMITS",
      "what the processes of a script may use, unless its metadata says otherwise: cpuSecs,"
          + " memoryMiB, openFiles, processes, fileMiB, such as cpuSecs=60,memoryMiB=1024 (default:"
          + " no limits)"),
  ISOLATION(
      "HOW",
      "how the processes of a helper are found, so that none survives it",
      Choice.of()
          .with("auto", "cgroup where available, else group")
          .with("group", "process groups, adoption, markers")
          .with("cgroup", "the same, and a cgroup for each helper")),
  POLICY(
      "RULE",
      "what the project's server.d/policy.sh may do to MCPBASH_TOOL_ALLOWLIST",
      Choice.of()
          .with("project", "it decides, and may allow other tools")
          .with("narrow", "it may only deny more, and is not run for a tool that the list denies")),
  CONTROL(
      "RULE",
      "whether launcher status and launcher logs find this server, by a socket that only its user"
          + " can open",
      Choice.of("on", "off"));

  private static final Set<Setting> LISTS =
      EnumSet.of(ALLOW, HTTP, ALLOW_HOST, ALLOW_ORIGIN, OAUTH_SCOPE, PEER);

  /** The name of {@link #PROJECT} in start scripts written for mcp-bash. */
  static final String PROJECT_OF_MCP_BASH = "--project-root";

  /** One for tools, and one that tools cannot occupy. */
  static final int WORKERS_AT_REST = 2;

  /** Longer than any script runs, short enough to catch a typing error. */
  private static final int SECONDS_MAX = 1_000_000;

  private static final int RATE_MAX = 1_000_000;

  final String label;

  final String help;
  final int least;
  final int most;

  final int standard;

  /** The words it may be, if these are known; the first is the default. */
  final Optional<Choice> choice;

  final List<String> twins;

  /**
   * A setting whose value is a text.
   *
   * @param twins further variables, weaker than the one named like the flag
   */
  Setting(String label, String help, String... twins) {
    this(label, help, Optional.empty(), 0, 0, 0, twins);
  }

  /**
   * A setting whose value is one of these words.
   *
   * @param help without the words
   * @param choice the default first
   */
  Setting(String label, String help, Choice choice) {
    this(
        label,
        "%s: %s (default: %s)".formatted(help, choice.explained(), choice.words().get(0)),
        Optional.of(choice),
        0,
        0,
        0);
  }

  /**
   * A setting whose value is a number.
   *
   * @param help a format for the default, the least and the most
   */
  Setting(String label, String help, int least, int most, int standard, String... twins) {
    this(
        label,
        help.formatted(standard, least, most),
        Optional.empty(),
        least,
        most,
        standard,
        twins);
  }

  Setting(
      String label,
      String help,
      Optional<Choice> choice,
      int least,
      int most,
      int standard,
      String... twins) {
    this.label = label;
    this.help = help;
    this.choice = choice;
    this.least = least;
    this.most = most;
    this.standard = standard;
    this.twins = Stream.concat(Stream.of("BULLPEN_" + name()), Stream.of(twins)).toList();
  }

  static Optional<Setting> ofFlag(String flag) {
    if (flag.equals(PROJECT_OF_MCP_BASH)) {
      return Optional.of(PROJECT);
    }
    return Arrays.stream(values()).filter(setting -> setting.flag().equals(flag)).findFirst();
  }

  boolean isList() {
    return LISTS.contains(this);
  }

  /** Whether it takes no value. */
  boolean isSwitch() {
    return label.isEmpty();
  }

  static List<String> flags() {
    return Arrays.stream(values()).map(Setting::flag).toList();
  }

  String flag() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
