package dev.bullpen.project.completion;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.metadata.Members;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a completion script says on its standard output.
 *
 * <p>Nothing, an array of strings, or an object {@code {suggestions|values: [string], hasMore?,
 * total?, next?, nextCursor|cursor?}}. Everything else is an error, for silence about a typing
 * error helps nobody.
 *
 * @param suggestions in the script's order, possibly with repetitions
 * @param saysMore whether the script says there are more
 * @param total how many there are in all, if the script says so
 * @param next the offset of the next page, if the script says so
 * @param cursor the script's own mark for the next page, if it gives one
 * @param stdout the bytes themselves
 */
public record CompletionOutput(
    List<String> suggestions,
    boolean saysMore,
    OptionalInt total,
    OptionalInt next,
    Optional<String> cursor,
    byte[] stdout) {
  /** Hexadecimal digits; enough to tell two pages apart. */
  private static final int FINGERPRINT_DIGITS = 16;

  /**
   * Read an output and cut a page from it.
   *
   * @param stdout all of it, from a script that exited 0
   * @param binding names the provider in errors and binds the next cursor
   * @param position where the page begins, as the script was told
   */
  public static CompletionPage parse(
      byte[] stdout, CompletionBinding binding, CompletionPosition position, CompletionLimit limit)
      throws CompletionOutputException {
    return CompletionPageCutter.cut(read(stdout, binding.name()), binding, position, limit);
  }

  /**
   * Read an output that holds everything, choose from it and cut a page from that. The script was
   * told to begin at the beginning, whatever the page.
   */
  public static CompletionPage parse(
      byte[] stdout,
      CompletionBinding binding,
      CompletionPosition position,
      CompletionLimit limit,
      CompletionChoice choice)
      throws CompletionOutputException {
    CompletionOutput output = read(stdout, binding.name()).chosen(choice);
    return CompletionPageCutter.cut(output, binding, position.inAll(output), limit);
  }

  static CompletionOutput read(byte[] printed, String provider) throws CompletionOutputException {
    byte[] stdout = ByteOrderMark.skip(printed);
    if (isBlank(stdout)) {
      return of(List.of(), stdout);
    }
    JsonNode value;
    try {
      value = Json.parsePrinted(stdout);
    } catch (JsonException e) {
      throw new CompletionOutputException(provider, "its output is not JSON", stdout);
    }
    if (value.isNull()) {
      return of(List.of(), stdout);
    }
    if (value instanceof ArrayNode array) {
      return of(strings(array, provider, stdout), stdout);
    }
    if (value instanceof ObjectNode object) {
      return read(object, provider, stdout);
    }
    throw new CompletionOutputException(
        provider, "its output is neither an array nor an object", stdout);
  }

  private static CompletionOutput read(ObjectNode object, String provider, byte[] stdout)
      throws CompletionOutputException {
    JsonNode list =
        Members.value(object, "suggestions")
            .or(() -> Members.value(object, "values"))
            .orElseGet(Json::array);
    if (!(list instanceof ArrayNode array)) {
      throw new CompletionOutputException(provider, "its suggestions are not an array", stdout);
    }
    Optional<String> cursor =
        Members.text(object, "nextCursor").or(() -> Members.text(object, "cursor"));
    if (cursor.isPresent() && !CompletionCursor.isAcceptable(cursor.get())) {
      throw new CompletionOutputException(
          provider,
          "its cursor is longer than %d characters or holds a NUL"
              .formatted(CompletionCursor.MAX_SCRIPT_CURSOR),
          stdout);
    }
    return new CompletionOutput(
        strings(array, provider, stdout),
        object.path("hasMore").booleanValue(false),
        number(object.path("total")),
        number(object.path("next")),
        cursor,
        stdout);
  }

  /** What is chosen; what the script says of numbers was about all of it. */
  private CompletionOutput chosen(CompletionChoice choice) {
    return new CompletionOutput(
        choice.of(suggestions), saysMore, OptionalInt.empty(), OptionalInt.empty(), cursor, stdout);
  }

  private static CompletionOutput of(List<String> suggestions, byte[] stdout) {
    return new CompletionOutput(
        suggestions, false, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), stdout);
  }

  private static List<String> strings(ArrayNode array, String provider, byte[] stdout)
      throws CompletionOutputException {
    List<String> strings = new ArrayList<>(array.size());
    for (JsonNode element : array) {
      if (!element.isString()) {
        throw new CompletionOutputException(provider, "a suggestion is not a string", stdout);
      }
      strings.add(element.stringValue());
    }
    return strings;
  }

  /** A count, also as digits in a string; what is no count is as if it had not been said. */
  private static OptionalInt number(JsonNode node) {
    String digits =
        node.isIntegralNumber() ? node.bigIntegerValue().toString() : node.stringValue("");
    return digits.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(digits))
        : OptionalInt.empty();
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Of the bytes; made only where a page is followed by another. */
  String fingerprint() {
    return Sha256.hex(stdout).substring(0, FINGERPRINT_DIGITS);
  }

  /**
   * Cuts one page from what a script said, so that {@code values}, {@code total}, {@code hasMore}
   * and the next cursor agree with each other.
   *
   * <p>Scripts are told an offset and many do not look at it. Their output is then the same for
   * every page, byte for byte, which is how they are recognised: the cursor carries a fingerprint
   * of the output its page was cut from, and if the next output has it too, the suggestions before
   * the offset are dropped here. So paging ends instead of showing the first page for ever.
   */
  static final class CompletionPageCutter {
    private final CompletionOutput output;
    private final CompletionPosition position;
    private final List<String> suggestions;
    private final Set<String> values = new LinkedHashSet<>();
    private final int distinct;

    /** Suggestions read until the page was full, repetitions included. */
    private int consumed;

    private CompletionPageCutter(CompletionOutput output, CompletionPosition position, int cut) {
      this.output = output;
      this.position = position;
      this.suggestions = remaining();
      while (consumed < suggestions.size() && values.size() < cut) {
        values.add(suggestions.get(consumed++));
      }
      this.distinct =
          consumed == suggestions.size() ? values.size() : Set.copyOf(suggestions).size();
    }

    static CompletionPage cut(
        CompletionOutput output,
        CompletionBinding binding,
        CompletionPosition position,
        CompletionLimit limit) {
      CompletionPageCutter cutter = new CompletionPageCutter(output, position, limit.cut());
      boolean hasMore = cutter.hasMore();
      return new CompletionPage(
          List.copyOf(cutter.values),
          cutter.total(),
          hasMore,
          hasMore
              ? cutter.next().map(next -> CompletionCursor.encode(binding, next))
              : Optional.empty());
    }

    private List<String> remaining() {
      boolean offsetIgnored =
          position.scriptCursor().isEmpty()
              && position.previousOutput().isPresent()
              && position.previousOutput().get().equals(output.fingerprint());
      List<String> all = output.suggestions();
      return offsetIgnored ? all.subList(Math.min(position.offset(), all.size()), all.size()) : all;
    }

    private boolean wasCut() {
      return values.size() < distinct;
    }

    private boolean scriptHasMore() {
      return output.saysMore() || output.cursor().isPresent() || totalExceedsOutput();
    }

    private boolean totalExceedsOutput() {
      return output.total().orElse(0) > position.offset() + suggestions.size();
    }

    private boolean hasMore() {
      return wasCut() || scriptHasMore();
    }

    /**
     * The script's word where it exceeds what the script showed; else what it showed, if that is
     * all.
     */
    private OptionalInt total() {
      if (totalExceedsOutput()) {
        return output.total();
      }
      return scriptHasMore() ? OptionalInt.empty() : OptionalInt.of(position.offset() + distinct);
    }

    /** Where the next page begins; empty when it would be this page again. */
    private Optional<CompletionPosition> next() {
      if (output.cursor().isPresent()) {
        return output.cursor().equals(position.scriptCursor())
            ? Optional.empty()
            : Optional.of(new CompletionPosition(nextOffset(), output.cursor(), Optional.empty()));
      }
      return nextOffset() > position.offset()
          ? Optional.of(
              new CompletionPosition(
                  nextOffset(), Optional.empty(), Optional.of(output.fingerprint())))
          : Optional.empty();
    }

    /** The script's word, unless the page was cut before that: nothing may be skipped. */
    private int nextOffset() {
      int here = position.offset() + consumed;
      int said = output.next().orElse(here);
      int next = wasCut() || said <= position.offset() ? here : said;
      return Math.min(next, CompletionPosition.MAX_OFFSET);
    }
  }
}
