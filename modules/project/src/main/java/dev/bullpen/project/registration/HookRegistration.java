package dev.bullpen.project.registration;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.setting.NumberSetting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run of {@code register.sh} registers.
 *
 * <p>The harness {@code sdk/register.sh} prints each call of a function as NUL, mark, space, name
 * of the function, NUL, argument, NUL. All else was printed by the script, as bytes that may be
 * anything.
 *
 * <p>Entries handed to its functions count, kind by kind. A kind without any is discovered, unless
 * the script printed a JSON object: that speaks of all such kinds, and those it leaves out are off.
 * Other output is an error if nothing else was registered, and else a message for its author.
 */
final class HookRegistration {
  /** Bytes, of what is printed and of the entries of each kind; as for register.json. */
  private static final int DEFAULT_MAX_BYTES = 1_048_576;

  private static final String BEGIN = "_manual_begin";

  private final RegistrationReader file;
  private final String origin;
  private final int maxPrinted;
  private final int maxKept;
  private final Map<RegistrationKind, Buffer> buffers = new EnumMap<>(RegistrationKind.class);
  private final Map<RegistrationKind, List<ObjectNode>> entries =
      new EnumMap<>(RegistrationKind.class);
  private Map<CompletionTarget, Completer> completions = Map.of();
  private final List<String> problems = new ArrayList<>();

  HookRegistration(RegistrationReader file, String origin, Map<String, String> env) {
    this.file = file;
    this.origin = origin;
    this.maxPrinted = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.of(env, DEFAULT_MAX_BYTES);
    this.maxKept = NumberSetting.MANUAL_BUFFER_MAX_BYTES.of(env, DEFAULT_MAX_BYTES);
    for (RegistrationKind kind : RegistrationKind.values()) {
      buffers.put(kind, new Buffer(kind));
    }
  }

  /**
   * A function for registering that {@code register.sh} has called.
   *
   * @param number counted from 1, over all calls of the run
   * @param argument its JSON as it was given; nothing for functions without one
   */
  private record Call(int number, String function, byte[] argument) {
    /** What messages call it. */
    String where() {
      return "call %d, %s".formatted(number, function);
    }
  }

  /** Read all that a run printed, with the mark that the harness was given. */
  Registration read(byte[] stdout, String mark) throws RegistrationException {
    Matcher call =
        Pattern.compile("\0" + Pattern.quote(mark) + " ([^\0]*+)\0([^\0]*+)\0")
            .matcher(latin(stdout));
    StringBuilder rest = new StringBuilder();
    for (int number = 1; call.find(); number++) {
      call.appendReplacement(rest, "");
      take(new Call(number, call.group(1), bytes(call.group(2))));
    }
    // A run that was cut off in a call has printed the rest.
    call.appendTail(rest);
    List<RegistrationKind> unused =
        buffers.values().stream().filter(Buffer::isUnused).map(buffer -> buffer.kind).toList();
    for (Buffer buffer : buffers.values()) {
      buffer.end();
      // A kind without any is left to what was printed.
      if (!buffer.kept.isEmpty()) {
        List<ObjectNode> objects = new ArrayList<>();
        for (Call kept : buffer.kept) {
          objects.add(object(kept));
        }
        register(buffer.kind, objects, index -> buffer.kept.get(index).where());
      }
    }
    byte[] printed = ByteOrderMark.skip(bytes(rest.toString()));
    if (!isBlank(printed)) {
      readPrinted(printed, unused);
    }
    return new Registration(origin, entries, false, completions);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String latin) {
    return latin.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isBlank(byte[] text) {
    return latin(text).chars().allMatch(c -> " \n\r\t".indexOf(c) >= 0);
  }

  /** What was ignored, a sentence each. */
  List<String> problems() {
    return problems;
  }

  private void take(Call call) throws RegistrationException {
    for (Buffer buffer : buffers.values()) {
      if (buffer.take(call)) {
        return;
      }
    }
    throw file.broken(call.where(), "there is no such function", "Run it with its own sdk folder");
  }

  private void register(RegistrationKind kind, List<ObjectNode> all, IntFunction<String> where)
      throws RegistrationException {
    if (kind == RegistrationKind.COMPLETIONS) {
      completions = file.completions(all, where, problems::add);
    } else {
      entries.put(kind, file.servable(kind, all, where, problems::add));
    }
  }

  private ObjectNode object(Call call) throws RegistrationException {
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
   * @param unused the kinds that what was printed speaks of
   */
  private void readPrinted(byte[] printed, List<RegistrationKind> unused)
      throws RegistrationException {
    if (printed.length > maxPrinted) {
      throw file.broken(
          "it printed more than %d bytes".formatted(maxPrinted),
          "Print less, or set MCPBASH_MAX_MANUAL_REGISTRY_BYTES");
    }
    Optional<ObjectNode> object = unused.isEmpty() ? Optional.empty() : object(printed);
    if (object.isEmpty()) {
      problems.add(
          "%s: what it printed is ignored: \"%s\". Print messages to the error output."
              .formatted(origin, EscapedBytes.of(printed)));
      return;
    }
    for (RegistrationKind kind : unused) {
      register(
          kind, file.of(object.get(), kind).orElse(List.of()), (kind.member() + "[%d]")::formatted);
    }
  }

  /** Beside what was registered otherwise, only an object that speaks of a kind is one. */
  private Optional<ObjectNode> object(byte[] printed) throws RegistrationException {
    boolean isAlone = entries.isEmpty() && completions.isEmpty();
    String reason = "not a JSON object";
    try {
      if (Json.parseLastWins(printed) instanceof ObjectNode object
          && (isAlone
              || Stream.of(RegistrationKind.values()).anyMatch(k -> object.has(k.member())))) {
        return Optional.of(object);
      }
    } catch (JsonException e) {
      reason = e.getMessage();
    }
    if (isAlone) {
      throw file.broken(
          "it registers nothing and printed \"%s\": %s".formatted(EscapedBytes.of(printed), reason),
          "Print {\"tools\": [], ...} or call mcp_register_tool; print messages to the error output");
    }
    return Optional.empty();
  }

  /**
   * The calls that registered entries of one kind. It begins open; what was in it when it was last
   * ended with something in it is kept, whatever happens to it afterwards.
   */
  private final class Buffer {
    private final RegistrationKind kind;
    private final List<Call> calls = new ArrayList<>();
    private int bytes;
    private boolean isOpen = true;
    private List<Call> kept = List.of();

    Buffer(RegistrationKind kind) {
      this.kind = kind;
    }

    /** Do what a call says; false if it is none for this kind. */
    boolean take(Call call) throws RegistrationException {
      String function = call.function();
      if (function.equals(kind.shortFunction)
          || function.equals(kind.functions + "_register_manual")) {
        add(call);
      } else if (function.equals(kind.functions + BEGIN)) {
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
      if (!isOpen) {
        problems.add(
            "%s: %s registers nothing: its kind was aborted or finalized before. Call %s first."
                .formatted(origin, call.where(), kind.functions + BEGIN));
      } else if (isBlank(call.argument())) {
        problems.add(
            "%s: %s registers nothing: it was given no JSON. Give it an object."
                .formatted(origin, call.where()));
      } else {
        bytes += call.argument().length;
        if (bytes > maxKept) {
          throw file.broken(
              call.where(),
              "the %s take more than %d bytes".formatted(kind.member(), maxKept),
              "Register fewer, or set MCPBASH_MANUAL_BUFFER_MAX_BYTES");
        }
        calls.add(call);
      }
    }

    /** Keep what is in it, if anything is, and take nothing more. */
    void end() {
      if (isOpen && !calls.isEmpty()) {
        kept = List.copyOf(calls);
      }
      isOpen = false;
    }

    /** Whether nothing was registered although it could have been. */
    boolean isUnused() {
      return isOpen && calls.isEmpty() && kept.isEmpty();
    }
  }
}
