package dev.bullpen.project.registration;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.registration.RegistrationReader.Entry;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs {@code server.d/register.sh} and reads what it registers.
 *
 * <p>The harness {@code sdk/register.sh} prints each function call as NUL, mark, space, function
 * name, NUL, argument, NUL. All other output is the script's own, and may be any bytes.
 *
 * <p>A result, good or bad, is valid for {@code MCPBASH_REGISTER_TTL} (5 s) after the end of the
 * run, unless the script changes. The script may read anything, so only a new run shows whether it
 * registers something else. Thread-safe; if two threads find the result expired, both run the
 * script.
 */
public class HookReader {
  private static final String NAME = "register.sh";
  private static final Logger LOG = System.getLogger("bullpen.register");

  private final Layout layout;
  private final Path script;
  private final RegistrationReader reader;
  private final boolean isAllowed;
  private final Map<String, String> environment;
  private final Optional<Path> bash;
  private final Optional<ProjectHook> hook;
  private final Duration ttl;
  private final int maxPrinted;
  private final int maxKept;
  private final AtomicBoolean isNoteLogged = new AtomicBoolean();
  private final AtomicReference<Ran> last = new AtomicReference<>();

  /** The result of a run. A failed run registers nothing. */
  private record Ran(
      String hash,
      long endedAt,
      Registration registration,
      Optional<RegistrationException> failure,
      List<String> problems) {
    boolean isOld(long now, Duration ttl) {
      return now - endedAt >= ttl.toNanos();
    }
  }

  public HookReader(
      Layout layout,
      Map<String, String> env,
      Map<String, String> environment,
      Optional<Path> bash,
      Optional<ProjectHook> hook) {
    this.layout = layout;
    this.script = layout.server().path().resolve(NAME);
    this.reader = new RegistrationReader(layout, script);
    this.isAllowed = SwitchSetting.ALLOW_PROJECT_HOOKS.isOn(env);
    this.environment = Map.copyOf(environment);
    this.bash = bash;
    this.hook = hook;
    this.ttl = NumberSetting.REGISTER_TTL.seconds(env);
    this.maxPrinted = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.inForce(env);
    this.maxKept = NumberSetting.MANUAL_BUFFER_MAX_BYTES.inForce(env);
  }

  /**
   * What the script registers; {@link Registration#NONE} if there is no script or it may not be
   * run. Every reading warns of what is ignored, even if it does not run the script.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  public Registration read(long now, Warnings warnings) throws RegistrationException {
    Optional<String> hash;
    try {
      hash = isAllowed ? scriptHash(warnings) : Optional.empty();
    } catch (RegistrationException e) {
      last.set(null);
      throw e;
    }
    if (hash.isEmpty() || hook.isEmpty()) {
      last.set(null);
      if (hook.isPresent() && isNoteLogged.compareAndSet(false, true)) {
        note().ifPresent(note -> LOG.log(Level.INFO, note));
      }
      return Registration.NONE;
    }
    Ran held = last.get();
    if (held == null || !held.hash().equals(hash.get()) || held.isOld(now, ttl)) {
      held = run(hash.get(), hook.get(), now);
      last.set(held);
    }
    held.problems().forEach(warnings::add);
    if (held.failure().isPresent()) {
      throw held.failure().get();
    }
    return held.registration();
  }

  /** Whether the last result has expired, even if nothing has changed. */
  public boolean isOld(long now) {
    Ran held = last.get();
    return held != null && held.isOld(now, ttl);
  }

  /**
   * Notes that the script is not run although it is valid; empty if it is run, or if there is none.
   */
  public Optional<String> note() {
    if (Absence.isCertain(script)) {
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
            "%s is run only by servers, so what it registers is not checked here."
                .formatted(origin()));
  }

  private String origin() {
    return layout.serverFile(NAME);
  }

  /**
   * The hash of the script's content; empty if there is none, and, with a warning, if it is not
   * meant to be run.
   *
   * @throws RegistrationException if it cannot be trusted or read, because items that it would have
   *     left out must not be discovered instead
   */
  private Optional<String> scriptHash(Warnings warnings) throws RegistrationException {
    if (Absence.isCertain(script)) {
      return Optional.empty();
    }
    reader.checkTrust();
    try {
      byte[] content =
          SmallFile.read(script, SmallFile.MAX_BYTES, List.of(layout.server(), layout.root()));
      if (!Files.isExecutable(script) && !ScriptCommand.hasShebang(script)) {
        warnings.add(
            "%s is ignored: it is not executable and does not begin with #!. Run chmod +x on it."
                .formatted(script));
        return Optional.empty();
      }
      Optional<String> foreign = ScriptCommand.foreignLanguage(script);
      if (foreign.isPresent()) {
        throw reader.broken(
            "it requires %s, but bash would run it".formatted(foreign.get()), "Write it for bash");
      }
      return Optional.of(Fingerprint.sha256(content));
    } catch (IOException e) {
      throw reader.broken(
          "it is not a readable, regular file of at most %d bytes".formatted(SmallFile.MAX_BYTES),
          "Correct or remove it");
    }
  }

  /** Not final, so that a test can make a run take any time. */
  long nanoTime() {
    return System.nanoTime();
  }

  private Ran run(String hash, ProjectHook hook, long now) throws RegistrationException {
    String mark = UUID.randomUUID().toString();
    // Without bash, this fails like any other script, with the system's reason.
    String program = bash.map(Path::toString).orElse("/bin/bash");
    Path harness = layout.home().resolve("sdk/register.sh");
    ProjectHook.Outcome outcome;
    long begun = nanoTime();
    try {
      outcome =
          hook.run(List.of(program, harness.toString(), script.toString(), mark), environment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw reader.broken(
          "its run was abandoned because the reader was interrupted", "Read it again");
    }
    long endedAt = now + nanoTime() - begun;
    Printed printed = new Printed();
    try {
      if (outcome.timedOut() || outcome.shellCode() != 0) {
        throw failed(outcome);
      }
      String said = new String(outcome.stderr(), StandardCharsets.UTF_8).strip();
      if (!said.isEmpty()) {
        LOG.log(Level.INFO, "register.sh: {0}", said);
      }
      Registration registration = printed.read(outcome.stdout(), mark);
      return new Ran(hash, endedAt, registration, Optional.empty(), printed.problems);
    } catch (RegistrationException e) {
      return new Ran(hash, endedAt, Registration.NONE, Optional.of(e), printed.problems);
    }
  }

  private RegistrationException failed(ProjectHook.Outcome outcome) {
    String reason =
        outcome.timedOut()
            ? "it did not end within %d s".formatted(ProjectHook.TIME_LIMIT.toSeconds())
            : "it ended with status %d".formatted(outcome.shellCode());
    byte[] stderr = outcome.stderr();
    int from = Math.max(0, stderr.length - EscapedBytes.MAX_SHOWN);
    return reader.broken(
        "Manual registration script failed: %s; its last output is \"%s\""
            .formatted(reason, EscapedBytes.of(Arrays.copyOfRange(stderr, from, stderr.length))),
        "Correct it, or unset MCPBASH_ALLOW_PROJECT_HOOKS to ignore it");
  }

  /**
   * A call of a registration function by {@code register.sh}.
   *
   * @param where the call's number, counted from 1 over the run, and its function, for messages
   * @param argument its JSON as given; empty for functions without one
   */
  private record Call(String where, String function, byte[] argument) {}

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String latin) {
    return latin.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isBlank(byte[] text) {
    return latin(text).chars().allMatch(c -> " \n\r\t".indexOf(c) >= 0);
  }

  /**
   * Reads the output of a run.
   *
   * <p>Entries passed to functions are registered, kind by kind. A kind without any is discovered,
   * unless the script printed a JSON object: that object then decides about all such kinds, and
   * switches off those it leaves out. Other output is an error if nothing else was registered,
   * otherwise a message for the author.
   */
  private final class Printed {
    private final Map<RegistrationKind, Buffer> buffers = new EnumMap<>(RegistrationKind.class);
    private final Map<RegistrationKind, List<ObjectNode>> entries =
        new EnumMap<>(RegistrationKind.class);
    private Map<CompletionTarget, Completer> completions = Map.of();
    private final List<String> problems = new ArrayList<>();

    Registration read(byte[] stdout, String mark) throws RegistrationException {
      for (RegistrationKind kind : RegistrationKind.values()) {
        buffers.put(kind, new Buffer(kind));
      }
      Matcher call =
          Pattern.compile("\0" + Pattern.quote(mark) + " ([^\0]*+)\0([^\0]*+)\0")
              .matcher(latin(stdout));
      StringBuilder rest = new StringBuilder();
      for (int number = 1; call.find(); number++) {
        call.appendReplacement(rest, "");
        String where = "call %d, %s".formatted(number, call.group(1));
        take(new Call(where, call.group(1), bytes(call.group(2))));
      }
      // If the run was cut off in a call, the rest counts as printed.
      call.appendTail(rest);
      List<RegistrationKind> unused =
          buffers.values().stream().filter(Buffer::isUnused).map(buffer -> buffer.kind).toList();
      for (Buffer buffer : buffers.values()) {
        buffer.end();
        // For a kind without entries, the printed object decides.
        if (!buffer.kept.isEmpty()) {
          List<Entry> all = new ArrayList<>();
          for (Call kept : buffer.kept) {
            all.add(new Entry(kept.where(), object(kept)));
          }
          register(buffer.kind, all);
        }
      }
      byte[] printed = ByteOrderMark.skip(bytes(rest.toString()));
      if (!isBlank(printed)) {
        readRest(printed, unused);
      }
      return new Registration(origin(), entries, false, completions);
    }

    private void take(Call call) throws RegistrationException {
      for (Buffer buffer : buffers.values()) {
        if (buffer.take(call)) {
          return;
        }
      }
      throw reader.broken(
          call.where(), "there is no such function", "Run it with its own sdk folder");
    }

    private void register(RegistrationKind kind, List<Entry> all) throws RegistrationException {
      if (kind == RegistrationKind.COMPLETIONS) {
        completions = reader.completions(all, problems::add);
      } else {
        entries.put(kind, reader.servable(kind, all, problems::add));
      }
    }

    private ObjectNode object(Call call) throws RegistrationException {
      try {
        if (Json.parseLastWins(call.argument()) instanceof ObjectNode object) {
          return object;
        }
      } catch (JsonException e) {
        throw reader.broken(call.where(), e.getMessage(), "Mend the JSON it is given");
      }
      throw reader.broken(call.where(), "not a JSON object", "Give it an object");
    }

    private void readRest(byte[] printed, List<RegistrationKind> unused)
        throws RegistrationException {
      if (printed.length > maxPrinted) {
        throw reader.broken(
            "it printed more than %d bytes".formatted(maxPrinted),
            "Print less, or set MCPBASH_MAX_MANUAL_REGISTRY_BYTES");
      }
      Optional<ObjectNode> object = unused.isEmpty() ? Optional.empty() : object(printed);
      if (object.isEmpty()) {
        problems.add(
            "%s: what it printed is ignored: \"%s\". Print messages to the error output."
                .formatted(origin(), EscapedBytes.of(printed)));
        return;
      }
      for (RegistrationKind kind : unused) {
        register(kind, reader.of(object.get(), kind).orElse(List.of()));
      }
    }

    /** If something else was registered, only a printed object with a registration kind counts. */
    private Optional<ObjectNode> object(byte[] printed) throws RegistrationException {
      boolean isAlone = entries.isEmpty() && completions.isEmpty();
      String reason = "not a JSON object";
      try {
        if (Json.parseLastWins(printed) instanceof ObjectNode object
            && (isAlone || buffers.keySet().stream().anyMatch(k -> object.has(k.member())))) {
          return Optional.of(object);
        }
      } catch (JsonException e) {
        reason = e.getMessage();
      }
      if (isAlone) {
        throw reader.broken(
            "it registers nothing and printed \"%s\": %s"
                .formatted(EscapedBytes.of(printed), reason),
            "Print {\"tools\": [], ...} or call mcp_register_tool; print messages to the error output");
      }
      return Optional.empty();
    }

    /**
     * The calls that registered entries of one kind. The buffer is open at first. Its content at
     * the last end with entries is kept, whatever happens to it afterwards.
     */
    private final class Buffer {
      private final RegistrationKind kind;
      private final String begin;
      private final List<Call> calls = new ArrayList<>();
      private int bytes;
      private boolean isOpen = true;
      private List<Call> kept = List.of();

      Buffer(RegistrationKind kind) {
        this.kind = kind;
        this.begin = kind.functions + "_manual_begin";
      }

      /** Carry out a call; false if it is not for this kind. */
      boolean take(Call call) throws RegistrationException {
        String function = call.function();
        if (function.equals(kind.shortFunction)
            || function.equals(kind.functions + "_register_manual")) {
          add(call);
        } else if (function.equals(begin)) {
          empty(true);
        } else if (function.equals(kind.functions + "_manual_abort")) {
          empty(false);
        } else if (function.equals(kind.functions + "_manual_finalize")) {
          end();
        } else {
          return false;
        }
        return true;
      }

      private void empty(boolean isOpenThen) {
        calls.clear();
        bytes = 0;
        isOpen = isOpenThen;
      }

      private void add(Call call) throws RegistrationException {
        String reason =
            !isOpen
                ? "its kind was aborted or finalized before. Call %s first".formatted(begin)
                : isBlank(call.argument()) ? "it was given no JSON. Give it an object" : "";
        if (!reason.isEmpty()) {
          problems.add("%s: %s registers nothing: %s.".formatted(origin(), call.where(), reason));
          return;
        }
        bytes += call.argument().length;
        if (bytes > maxKept) {
          throw reader.broken(
              call.where(),
              "the %s take more than %d bytes".formatted(kind.member(), maxKept),
              "Register fewer, or set MCPBASH_MANUAL_BUFFER_MAX_BYTES");
        }
        calls.add(call);
      }

      /** Keep the content, if there is any, and accept no more. */
      void end() {
        if (isOpen && !calls.isEmpty()) {
          kept = List.copyOf(calls);
        }
        isOpen = false;
      }

      boolean isUnused() {
        return isOpen && calls.isEmpty() && kept.isEmpty();
      }
    }
  }
}
