package dev.bullpen.project.registration;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.setting.NumberSetting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run of {@code register.sh} registers.
 *
 * <p>Entries handed to its functions count, kind by kind. A kind without any is discovered, unless
 * the script printed a JSON object: that speaks of all such kinds, and those it leaves out are off.
 * Other output is an error if nothing else was registered, and else a message for whoever wrote it.
 */
final class HookRegistration {
  /** Bytes, of what is printed and of the entries of each kind; as for register.json. */
  private static final int DEFAULT_MAX_BYTES = 1_048_576;

  private final RegistrationReader file;
  private final String origin;
  private final int maxPrinted;
  private final Map<RegistrationKind, Buffer> buffers = new EnumMap<>(RegistrationKind.class);
  private final Map<RegistrationKind, List<ObjectNode>> entries =
      new EnumMap<>(RegistrationKind.class);
  private final List<String> problems = new ArrayList<>();

  /**
   * Prepare for reading.
   *
   * @param file makes the messages
   * @param origin the script, as messages name it
   */
  HookRegistration(RegistrationReader file, String origin, Map<String, String> env) {
    this.file = file;
    this.origin = origin;
    this.maxPrinted = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.of(env, DEFAULT_MAX_BYTES);
    int maxBytes = NumberSetting.MANUAL_BUFFER_MAX_BYTES.of(env, DEFAULT_MAX_BYTES);
    for (RegistrationKind kind : RegistrationKind.values()) {
      buffers.put(kind, new Buffer(kind, maxBytes));
    }
  }

  Registration read(HookOutput output) throws RegistrationException {
    for (HookOutput.Call call : output.calls()) {
      take(call);
    }
    List<RegistrationKind> unused = new ArrayList<>();
    for (Buffer buffer : buffers.values()) {
      if (buffer.isUnused()) {
        unused.add(buffer.kind());
      }
      buffer.end();
    }
    Map<CompletionTarget, Completer> completions = Map.of();
    for (Buffer buffer : buffers.values()) {
      if (buffer.kind() == RegistrationKind.COMPLETIONS) {
        completions = completions(buffer.kept());
      } else if (!buffer.kept().isEmpty()) {
        entries.put(buffer.kind(), registered(buffer));
      }
    }
    byte[] text = ByteOrderMark.skip(output.printed());
    if (!HookOutput.isBlank(text)) {
      Map<CompletionTarget, Completer> printed =
          readPrinted(text, unused, entries.isEmpty() && completions.isEmpty());
      completions = completions.isEmpty() ? printed : completions;
    }
    return new Registration(
        origin,
        of(RegistrationKind.TOOLS),
        of(RegistrationKind.RESOURCES),
        of(RegistrationKind.RESOURCE_TEMPLATES),
        of(RegistrationKind.PROMPTS),
        false,
        completions);
  }

  /** What was ignored, a sentence each. */
  List<String> problems() {
    return problems;
  }

  private void take(HookOutput.Call call) throws RegistrationException {
    for (Buffer buffer : buffers.values()) {
      if (buffer.take(call)) {
        return;
      }
    }
    throw file.broken(call.where(), "there is no such function", "Run it with its own sdk folder");
  }

  private Optional<List<ObjectNode>> of(RegistrationKind kind) {
    return Optional.ofNullable(entries.get(kind));
  }

  private List<ObjectNode> registered(Buffer buffer) throws RegistrationException {
    List<ObjectNode> registered = new ArrayList<>();
    for (HookOutput.Call call : buffer.kept()) {
      ObjectNode entry = object(call);
      if (checkServable(buffer.kind(), entry, call.where())) {
        registered.add(entry);
      }
    }
    return List.copyOf(registered);
  }

  private boolean checkServable(RegistrationKind kind, ObjectNode entry, String where) {
    try {
      file.check(kind, entry);
      return true;
    } catch (EntryException e) {
      problems.add(
          "%s: %s is ignored: %s. %s.".formatted(origin, where, e.getMessage(), e.nextStep()));
      return false;
    }
  }

  private Map<CompletionTarget, Completer> completions(List<HookOutput.Call> calls)
      throws RegistrationException {
    List<ObjectNode> registered = new ArrayList<>();
    for (HookOutput.Call call : calls) {
      registered.add(object(call));
    }
    return file.completions(registered, index -> calls.get(index).where(), problems::add);
  }

  private ObjectNode object(HookOutput.Call call) throws RegistrationException {
    try {
      if (Json.parseLastWins(call.argument()) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonException e) {
      throw file.broken(call.where(), e.getMessage(), "Mend the JSON it is given");
    }
    throw file.broken(call.where(), "not a JSON object", "Give it an object");
  }

  /**
   * Read what the script printed.
   *
   * @param unused the kinds it speaks of
   * @param alone whether nothing was registered otherwise
   * @return the completions
   */
  private Map<CompletionTarget, Completer> readPrinted(
      byte[] printed, List<RegistrationKind> unused, boolean alone) throws RegistrationException {
    if (printed.length > maxPrinted) {
      throw file.broken(
          "it printed more than %d bytes".formatted(maxPrinted),
          "Print less, or set MCPBASH_MAX_MANUAL_REGISTRY_BYTES");
    }
    Optional<ObjectNode> object = unused.isEmpty() ? Optional.empty() : object(printed, alone);
    if (object.isEmpty()) {
      problems.add(
          "%s: what it printed is ignored: \"%s\". Print messages to the error output."
              .formatted(origin, EscapedBytes.of(printed)));
      return Map.of();
    }
    Map<CompletionTarget, Completer> completions = Map.of();
    for (RegistrationKind kind : unused) {
      List<ObjectNode> all = file.of(object.get(), kind).orElse(List.of());
      if (kind == RegistrationKind.COMPLETIONS) {
        completions = file.completions(all, problems::add);
      } else {
        entries.put(kind, servable(kind, all));
      }
    }
    return completions;
  }

  private List<ObjectNode> servable(RegistrationKind kind, List<ObjectNode> all) {
    List<ObjectNode> servable = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (checkServable(kind, all.get(i), "%s[%d]".formatted(kind.member(), i))) {
        servable.add(all.get(i));
      }
    }
    return List.copyOf(servable);
  }

  private Optional<ObjectNode> object(byte[] printed, boolean alone) throws RegistrationException {
    String reason = "not a JSON object";
    try {
      JsonNode value = Json.parseLastWins(printed);
      if (value instanceof ObjectNode object && (alone || speaksOfAKind(object))) {
        return Optional.of(object);
      }
    } catch (JsonException e) {
      reason = e.getMessage();
    }
    if (alone) {
      throw file.broken(
          "it registers nothing and printed \"%s\": %s".formatted(EscapedBytes.of(printed), reason),
          "Print {\"tools\": [], ...} or call mcp_register_tool; print messages to the error output");
    }
    return Optional.empty();
  }

  private static boolean speaksOfAKind(ObjectNode object) {
    for (RegistrationKind kind : RegistrationKind.values()) {
      if (object.has(kind.member())) {
        return true;
      }
    }
    return false;
  }

  /**
   * What {@code register.sh} has registered of one kind. It begins open; what was in it when it was
   * last ended with something in it is kept, whatever happens to it afterwards.
   */
  private final class Buffer {
    private final RegistrationKind kind;
    private final int maxBytes;
    private final List<HookOutput.Call> entries = new ArrayList<>();
    private int bytes;
    private boolean open = true;
    private List<HookOutput.Call> kept = List.of();

    /**
     * An open one.
     *
     * @param maxBytes how long all entries together may be
     */
    Buffer(RegistrationKind kind, int maxBytes) {
      this.kind = kind;
      this.maxBytes = maxBytes;
    }

    RegistrationKind kind() {
      return kind;
    }

    /** Do what a call says; false if it is none for this kind. */
    boolean take(HookOutput.Call call) throws RegistrationException {
      String function = call.function();
      if (function.equals(kind.begin())) {
        empty();
        open = true;
      } else if (function.equals(kind.abort())) {
        empty();
        open = false;
      } else if (function.equals(kind.end())) {
        end();
      } else if (kind.isRegisteredBy(function)) {
        add(call);
      } else {
        return false;
      }
      return true;
    }

    private void add(HookOutput.Call call) throws RegistrationException {
      if (!open) {
        problems.add(
            "%s: %s registers nothing: its kind was aborted or finalized before. Call %s first."
                .formatted(origin, call.where(), kind.begin()));
      } else if (call.isBlank()) {
        problems.add(
            "%s: %s registers nothing: it was given no JSON. Give it an object."
                .formatted(origin, call.where()));
      } else {
        bytes += call.argument().length;
        if (bytes > maxBytes) {
          throw file.broken(
              call.where(),
              "the %s take more than %d bytes".formatted(kind.member(), maxBytes),
              "Register fewer, or set MCPBASH_MANUAL_BUFFER_MAX_BYTES");
        }
        entries.add(call);
      }
    }

    /** Keep what is in it, if anything is, and take nothing more. */
    void end() {
      if (open && !entries.isEmpty()) {
        kept = List.copyOf(entries);
      }
      open = false;
    }

    private void empty() {
      entries.clear();
      bytes = 0;
    }

    /** Whether nothing was registered although it could have been. */
    boolean isUnused() {
      return open && entries.isEmpty() && kept.isEmpty();
    }

    /** What counts in the end. */
    List<HookOutput.Call> kept() {
      return kept;
    }
  }
}
