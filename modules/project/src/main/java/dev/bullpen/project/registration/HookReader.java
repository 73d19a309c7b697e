package dev.bullpen.project.registration;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.setting.NumberSetting;
import dev.bullpen.project.setting.SwitchSetting;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Has {@code server.d/register.sh} run and reads what it registers.
 *
 * <p>A result, good or bad, stands for {@code MCPBASH_REGISTER_TTL} (5 s) from the end of the run
 * on, unless the script changes; the script may look at anything, so nothing else tells whether it
 * would still say the same. Safe to use from any thread; two that find the result old both run the
 * script.
 */
public final class HookReader {
  private static final String NAME = "register.sh";
  private static final Logger LOG = System.getLogger("bullpen.register");

  private static final Duration DEFAULT_TTL = Duration.ofSeconds(5);

  private final Layout layout;
  private final Map<String, String> env;

  private final boolean isAllowed;
  private final Map<String, String> environment;
  private final Path harness;
  private final Optional<Path> bash;
  private final Optional<ProjectHook> hook;
  private final Duration ttl;
  private final LongSupplier clock;
  private final AtomicBoolean remarkSaid = new AtomicBoolean();
  private final AtomicReference<Ran> last = new AtomicReference<>();

  public HookReader(
      Layout layout,
      Map<String, String> env,
      Map<String, String> environment,
      Optional<Path> bash,
      Optional<ProjectHook> hook) {
    this(layout, env, environment, bash, hook, System::nanoTime);
  }

  /** For tests: with the clock that tells how long a run takes. */
  HookReader(
      Layout layout,
      Map<String, String> env,
      Map<String, String> environment,
      Optional<Path> bash,
      Optional<ProjectHook> hook,
      LongSupplier clock) {
    this.clock = clock;
    this.layout = layout;
    this.env = env;
    this.isAllowed = SwitchSetting.ALLOW_PROJECT_HOOKS.isOn(env);
    this.environment = Map.copyOf(environment);
    this.harness = layout.home().resolve("sdk/register.sh");
    this.bash = bash;
    this.hook = hook;
    this.ttl = NumberSetting.REGISTER_TTL.of(env).map(Duration::ofSeconds).orElse(DEFAULT_TTL);
  }

  /**
   * What the script registers; {@link Registration#NONE} when there is none or it may not be run.
   * What is ignored is reported on every reading, also on one that runs nothing.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  public Registration read(long now, Consumer<String> problems) throws RegistrationException {
    Optional<String> hash;
    try {
      hash = isAllowed ? scriptHash(problems) : Optional.empty();
    } catch (RegistrationException e) {
      last.set(null);
      throw e;
    }
    if (hash.isEmpty() || hook.isEmpty()) {
      if (hook.isPresent() && remarkSaid.compareAndSet(false, true)) {
        remark().ifPresent(remark -> LOG.log(Level.INFO, remark));
      }
      last.set(null);
      return Registration.NONE;
    }
    Ran held = last.get();
    if (held == null || !held.hash().equals(hash.get()) || held.isOld(now, ttl)) {
      held = run(hash.get(), hook.get(), now);
      last.set(held);
    }
    held.problems().forEach(problems);
    if (held.failure().isPresent()) {
      throw held.failure().get();
    }
    return held.registration();
  }

  /** Whether what was read last does not stand any more, however little has changed. */
  public boolean isOld(long now) {
    Ran held = last.get();
    return held != null && held.isOld(now, ttl);
  }

  /** That the script is not run although nothing is wrong with it; empty if it is, or is none. */
  public Optional<String> remark() {
    if (Absence.isCertain(script())) {
      return Optional.empty();
    }
    if (!isAllowed) {
      return Optional.of(
          "%s is not run, so nothing it registers is served: the operator has not allowed it. Set MCPBASH_ALLOW_PROJECT_HOOKS=true for the server."
              .formatted(origin()));
    }
    return hook.isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s is run by servers alone, so what it registers is not looked at here."
                .formatted(origin()));
  }

  /**
   * The hash of the script's content; empty when there is none, reported and empty when it does not
   * mean to be run.
   *
   * @throws RegistrationException if it cannot be trusted or read: what it would have kept back is
   *     not to be discovered instead
   */
  private Optional<String> scriptHash(Consumer<String> problems) throws RegistrationException {
    Path file = script();
    if (Absence.isCertain(file)) {
      return Optional.empty();
    }
    RegistrationReader reader = new RegistrationReader(layout, file);
    reader.checkTrust();
    try {
      byte[] content =
          SmallFile.read(file, SmallFile.MAX_BYTES, List.of(layout.server(), layout.root()));
      if (!Files.isExecutable(file) && !ScriptCommand.hasShebang(file)) {
        problems.accept(
            "%s is ignored: it is not executable and does not begin with #!. Run chmod +x on it."
                .formatted(file));
        return Optional.empty();
      }
      Optional<String> foreign = ScriptCommand.foreignLanguage(file);
      if (foreign.isPresent()) {
        throw reader.broken(
            "it asks for %s, and bash would read it".formatted(foreign.get()), "Write it for bash");
      }
      return Optional.of(Fingerprint.sha256(content));
    } catch (IOException e) {
      throw reader.broken(
          "it is no readable, regular file of at most %d bytes".formatted(SmallFile.MAX_BYTES),
          "Mend or remove it");
    }
  }

  private Path script() {
    return layout.server().path().resolve(NAME);
  }

  private String origin() {
    return layout.serverFile(NAME);
  }

  private Ran run(String hash, ProjectHook hook, long now) throws RegistrationException {
    RegistrationReader file = new RegistrationReader(layout, script());
    String mark = UUID.randomUUID().toString();
    // Without a bash this fails like any other script, with the reason of the system.
    String program = bash.map(Path::toString).orElse("/bin/bash");
    ProjectHook.Outcome outcome;
    long begun = clock.getAsLong();
    try {
      outcome =
          hook.run(List.of(program, harness.toString(), script().toString(), mark), environment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw file.broken("its run was given up because the reader was interrupted", "Read it again");
    }
    long ranAt = now + clock.getAsLong() - begun;
    HookRegistration reader = new HookRegistration(file, origin(), env);
    try {
      check(outcome, file);
      String said = new String(outcome.stderr(), StandardCharsets.UTF_8).strip();
      if (!said.isEmpty()) {
        LOG.log(Level.INFO, "register.sh: {0}", said);
      }
      Registration registration = reader.read(outcome.stdout(), mark);
      return new Ran(hash, ranAt, registration, Optional.empty(), reader.problems());
    } catch (RegistrationException e) {
      return new Ran(hash, ranAt, Registration.NONE, Optional.of(e), reader.problems());
    }
  }

  private static void check(ProjectHook.Outcome outcome, RegistrationReader file)
      throws RegistrationException {
    if (!outcome.timedOut() && outcome.shellCode() == 0) {
      return;
    }
    String reason =
        outcome.timedOut()
            ? "it did not end within %d s".formatted(ProjectHook.TIME_LIMIT.toSeconds())
            : "it ended with status %d".formatted(outcome.shellCode());
    byte[] stderr = outcome.stderr();
    int from = Math.max(0, stderr.length - EscapedBytes.MAX_SHOWN);
    throw file.broken(
        "Manual registration script failed: %s, saying \"%s\" in the end"
            .formatted(reason, EscapedBytes.of(Arrays.copyOfRange(stderr, from, stderr.length))),
        "Mend it, or unset MCPBASH_ALLOW_PROJECT_HOOKS to have it ignored");
  }

  /** What became of a run; one that failed registers nothing. */
  private record Ran(
      String hash,
      long ranAt,
      Registration registration,
      Optional<RegistrationException> failure,
      List<String> problems) {
    boolean isOld(long now, Duration ttl) {
      return now - ranAt >= ttl.toNanos();
    }
  }
}
