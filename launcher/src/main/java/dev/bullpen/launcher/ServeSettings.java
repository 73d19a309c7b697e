package dev.bullpen.launcher;

import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.tool.ToolPolicy.PolicyRule;
import dev.bullpen.server.HttpOptions;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.ServeOptions.StateUse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The checked settings of a server.
 *
 * @param project the folder that was named, if one was
 * @param allow the tools that may be called, as {@code MCPBASH_TOOL_ALLOWLIST} has them
 * @param hasControl whether there is a control socket
 * @param http empty for a server on standard input and output
 */
public record ServeSettings(
    Optional<Given> project,
    Optional<String> allow,
    PolicyRule policy,
    ServeOptions.Helpers helpers,
    ServeOptions.Graces graces,
    ServeOptions.ClientLimits limits,
    ServeOptions.StateRule state,
    ScriptLimits jobLimits,
    Optional<ServeOptions.AuditRule> audit,
    boolean hasControl,
    Optional<HttpOptions> http) {
  /** The variable for {@link Setting#ALLOW} in a project's environment. */
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  /** Settings that need an OAuth issuer. */
  private static final List<Setting> OF_AN_ISSUER =
      List.of(Setting.OAUTH_JWKS, Setting.OAUTH_SCOPE, Setting.OAUTH_SCOPE_FILE);

  /** Settings that need the keys of a fleet. */
  private static final List<Setting> OF_A_FLEET =
      List.of(Setting.NODE, Setting.PEER, Setting.PEERS_DNS);

  private static final String MCPBASH_CEILING = "MCPBASH_MAX_CONCURRENT_REQUESTS";

  public static ServeSettings read(List<String> arguments, Map<String, String> environment)
      throws UsageException {
    Flags flags = Flags.read(arguments, environment);
    return new ServeSettings(
        flags.of(Setting.PROJECT),
        // A variable of blanks and commas only counts as unset.
        flags.read(
            Setting.ALLOW,
            Optional.empty(),
            given -> Optional.of(given.isOfFlag() ? given.names() : given.value())),
        flags.constant(Setting.POLICY, PolicyRule.class),
        helpers(flags),
        new ServeOptions.Graces(
            flags.seconds(Setting.GRACE),
            flags.seconds(Setting.TOOL_GRACE),
            flags.seconds(Setting.FINISH)),
        new ServeOptions.ClientLimits(
            flags.number(Setting.MAX_LINE_BYTES),
            flags.number(Setting.PAGE_SIZE),
            flags.number(Setting.COMPLETION_RATE),
            flags.number(Setting.TOOL_RATE),
            flags.number(Setting.CALLS_PER_TOOL),
            CalledAs.current() == CalledAs.MCP_BASH),
        new ServeOptions.StateRule(
            Duration.ofSeconds(flags.number(Setting.STATE_TTL)),
            flags.constant(Setting.STATE_USE, StateUse.class)),
        flags.read(Setting.JOB_LIMITS, ScriptLimits.NONE, Given::limits),
        audit(flags),
        flags.read(Setting.CONTROL, true, Given::isOn),
        http(flags));
  }

  ServeOptions options(Path projectFolder, Home home, Map<String, String> environment) {
    return new ServeOptions(
        projectFolder,
        home.folder(),
        helpers,
        graces,
        limits,
        state,
        jobLimits,
        audit,
        environment(environment),
        hasControl);
  }

  /** The environment of a project and its scripts, flags included. */
  public Map<String, String> environment(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    allow.ifPresent(names -> all.put(ALLOWLIST, names));
    all.replace(PolicyRule.VARIABLE, policy.word());
    if (policy == PolicyRule.NARROW) {
      all.put(PolicyRule.VARIABLE, policy.word());
    }
    return all;
  }

  private static Optional<ServeOptions.AuditRule> audit(Flags flags) throws UsageException {
    ServeOptions.AuditFailure onFailure =
        flags.constant(Setting.AUDIT_FAILURE, ServeOptions.AuditFailure.class);
    return file(flags, Setting.AUDIT_LOG).map(path -> new ServeOptions.AuditRule(path, onFailure));
  }

  private static Optional<HttpOptions> http(Flags flags) throws UsageException {
    List<String> listen = flags.read(Setting.HTTP, List.of(), Given::words);
    Optional<String> admin = flags.of(Setting.ADMIN).map(Given::value);
    if (admin.isPresent() && listen.isEmpty()) {
      throw new UsageException("--admin belongs to --http. Give both, or neither.");
    }
    HttpOptions options =
        new HttpOptions(
            new HttpOptions.Reach(
                listen,
                file(flags, Setting.TLS_CERT),
                file(flags, Setting.TLS_KEY),
                flags.read(Setting.BEHIND_PROXY, false, Given::isOn)),
            new HttpOptions.Clients(
                flags.read(Setting.ANONYMOUS, false, Given::isOn),
                file(flags, Setting.TOKEN_FILE),
                issuer(flags),
                flags.read(Setting.ALLOW_HOST, List.of(), Given::words),
                flags.read(Setting.ALLOW_ORIGIN, List.of(), Given::words)),
            flags.read(Setting.LEGACY_SESSIONS, true, Given::isOn),
            flags.seconds(Setting.DRAIN),
            admin,
            fleet(flags));
    return listen.isEmpty() ? Optional.empty() : Optional.of(options);
  }

  private static Optional<HttpOptions.Fleet> fleet(Flags flags) throws UsageException {
    Optional<Path> keys = file(flags, Setting.FLEET_KEY_FILE);
    if (keys.isEmpty()) {
      refuseAny(OF_A_FLEET, flags, "--fleet-key-file, which all replicas share");
      return Optional.empty();
    }
    Map<String, String> peers = new LinkedHashMap<>();
    for (String peer : flags.read(Setting.PEER, List.<String>of(), Given::words)) {
      int sign = peer.indexOf('=');
      if (sign < 1 || peers.put(peer.substring(0, sign), peer.substring(sign + 1)) != null) {
        throw new UsageException(
            "--peer %s is not a name and a URL, or names a node twice. Give each once, such as b=http://10.0.0.8:8080."
                .formatted(peer));
      }
    }
    return Optional.of(
        new HttpOptions.Fleet(
            flags.of(Setting.NODE).map(Given::value),
            peers,
            flags.of(Setting.PEERS_DNS).map(Given::value),
            keys.get()));
  }

  private static Optional<HttpOptions.Issuer> issuer(Flags flags) throws UsageException {
    Optional<Given> issuer = flags.of(Setting.OAUTH_ISSUER);
    Optional<Given> audience = flags.of(Setting.AUDIENCE);
    if (issuer.isPresent() != audience.isPresent()) {
      throw new UsageException(
          "--oauth-issuer and --audience belong together. Give both, or neither.");
    }
    if (issuer.isEmpty()) {
      refuseAny(OF_AN_ISSUER, flags, "--oauth-issuer and --audience");
      return Optional.empty();
    }
    return Optional.of(
        new HttpOptions.Issuer(
            issuer.get().value(),
            audience.orElseThrow().value(),
            flags.of(Setting.OAUTH_JWKS).map(Given::value),
            flags.read(Setting.OAUTH_SCOPE, List.of(), Given::words),
            file(flags, Setting.OAUTH_SCOPE_FILE)));
  }

  private static void refuseAny(List<Setting> settings, Flags flags, String lacking)
      throws UsageException {
    for (Setting setting : settings) {
      if (flags.of(setting).isPresent()) {
        throw new UsageException("%s needs %s.".formatted(setting.flag(), lacking));
      }
    }
  }

  private static Optional<Path> file(Flags flags, Setting setting) throws UsageException {
    return flags.read(setting, Optional.empty(), given -> Optional.of(given.file()));
  }

  private static ServeOptions.Helpers helpers(Flags flags) throws UsageException {
    Setting memory = Setting.HELPER_MEMORY;
    return new ServeOptions.Helpers(
        poolSize(flags),
        flags.number(Setting.JOBS_PER_HELPER),
        flags.read(
            memory,
            memory.standard,
            given -> given.mebibytes(memory.least, memory.most, memory.standard)),
        flags.read(Setting.ISOLATION, Isolation.AUTO, Given::isolation));
  }

  /** Of the warm helpers and the ceiling, one that was not given follows the one that was. */
  private static PoolSize poolSize(Flags flags) throws UsageException {
    Optional<Given> warm = flags.of(Setting.WORKERS);
    int workers = flags.number(Setting.WORKERS);
    Optional<Given> ceiling = flags.of(Setting.MAX_WORKERS);
    int maxWorkers =
        ceiling.isPresent()
            ? maxWorkers(ceiling.get())
            : Math.max(warm.isPresent() ? workers : 0, Setting.MAX_WORKERS.standard);
    if (warm.isEmpty()) {
      int atRest = Math.min(Setting.WORKERS_AT_REST, maxWorkers);
      return new PoolSize(atRest, Math.min(workers, maxWorkers), maxWorkers);
    }
    if (workers > maxWorkers) {
      throw new UsageException(
          "%s is %d, fewer than the %d of %s. Raise it to %d or more, or leave it out."
              .formatted(
                  ceiling.get().source(), maxWorkers, workers, warm.get().source(), workers));
    }
    return PoolSize.of(workers, maxWorkers);
  }

  /** As in mcp-bash, 0 in its variable means 1, and any larger number is accepted. */
  private static int maxWorkers(Given given) throws UsageException {
    if (given.source().equals(MCPBASH_CEILING)) {
      int number = given.wholeNumber(0, Integer.MAX_VALUE, Setting.MAX_WORKERS.standard);
      return Math.max(1, Math.min(number, Setting.MAX_WORKERS.most));
    }
    return given.wholeNumber(1, Setting.MAX_WORKERS.most, Setting.MAX_WORKERS.standard);
  }
}
