package dev.bullpen.project.completion;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.RefusedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The output of a completion script: nothing, an array of strings, or an object {@code
 * {suggestions|values: [string], hasMore?, total?, next?, nextCursor|cursor?}}. Everything else is
 * an error, so that a typo does not look like an empty answer.
 *
 * <p>Many scripts ignore the offset and print the same for every page. So the cursor contains a
 * fingerprint of the output that its page was cut from. If the next output has the same
 * fingerprint, the suggestions before the offset are dropped here, so that paging ends.
 *
 * @param suggestions in the script's order, possibly with repetitions
 * @param saysMore whether the script says there are more
 * @param total how many there are in all, if the script says so
 * @param next the offset of the next page, if the script says so
 * @param cursor the script's own cursor for the next page, if it prints one
 * @param stdout the bytes themselves
 */
public record CompletionOutput(
    List<String> suggestions,
    boolean saysMore,
    OptionalInt total,
    OptionalInt next,
    Optional<String> cursor,
    byte[] stdout) {
  private static final int FINGERPRINT_DIGITS = 16;

  /**
   * Parses an output and cuts a page from it.
   *
   * @param stdout all of it, from a script that exited 0
   * @param binding names the provider in errors, and binds the next cursor
   * @param position where the page starts; a script with a choice prints everything for every page
   * @param choice for a script whose output is filtered and ordered here
   */
  public static CompletionPage parse(
      byte[] stdout,
      CompletionBinding binding,
      CompletionPosition position,
      CompletionLimit limit,
      Optional<CompletionChoice> choice)
      throws RefusedException {
    CompletionOutput all = read(ByteOrderMark.skip(stdout), binding.name());
    if (choice.isEmpty()) {
      return all.page(binding, position, limit);
    }
    MatchIndex index = MatchIndex.of(all.suggestions);
    CompletionOutput chosen =
        new CompletionOutput(
            index.find(choice.get().typed(), choice.get().match(), 0, index.size()).values(),
            all.saysMore,
            OptionalInt.empty(), // the script's numbers concern the unfiltered output
            OptionalInt.empty(),
            all.cursor,
            all.stdout);
    Optional<String> same =
        position.offset() == 0 ? position.previousOutput() : Optional.of(all.fingerprint());
    return chosen.page(
        binding, new CompletionPosition(position.offset(), position.scriptCursor(), same), limit);
  }

  private static CompletionOutput read(byte[] stdout, String provider) throws RefusedException {
    JsonNode value;
    try {
      value = isBlank(stdout) ? Json.array() : Json.parsePrinted(stdout);
    } catch (JsonException e) {
      throw unusable(provider, "its output is not JSON", stdout);
    }
    if (!value.isContainer() && !value.isNull()) {
      throw unusable(provider, "its output is neither an array nor an object", stdout);
    }
    ObjectNode object = value instanceof ObjectNode given ? given : Json.object();
    JsonNode list =
        value.isArray()
            ? value
            : Members.value(object, "suggestions")
                .or(() -> Members.value(object, "values"))
                .orElseGet(Json::array);
    if (!list.isArray()) {
      throw unusable(provider, "its suggestions are not an array", stdout);
    }
    if (!list.valueStream().allMatch(JsonNode::isString)) {
      throw unusable(provider, "a suggestion is not a string", stdout);
    }
    Optional<String> cursor =
        Members.silentText(object, "nextCursor").or(() -> Members.silentText(object, "cursor"));
    if (cursor.isPresent() && !CompletionCursor.isAcceptable(cursor.get())) {
      throw unusable(
          provider,
          "its cursor is longer than %d characters or holds a NUL"
              .formatted(CompletionCursor.MAX_SCRIPT_CURSOR),
          stdout);
    }
    return new CompletionOutput(
        list.valueStream().map(JsonNode::stringValue).toList(),
        object.path("hasMore").booleanValue(false),
        number(object.path("total")),
        number(object.path("next")),
        cursor,
        stdout);
  }

  /** The message does not contain the output, whose start is for the operator. */
  private static RefusedException unusable(String provider, String reason, byte[] output) {
    String message = "Completion provider %s: %s".formatted(EscapedBytes.of(provider), reason);
    return RefusedException.failed(message, message + "; it begins " + EscapedBytes.of(output));
  }

  private static boolean isBlank(byte[] json) {
    for (byte octet : json) {
      if (octet != ' ' && octet != '\n' && octet != '\r' && octet != '\t') {
        return false;
      }
    }
    return true;
  }

  private static OptionalInt number(JsonNode node) {
    String digits =
        node.isIntegralNumber() ? node.bigIntegerValue().toString() : node.stringValue("");
    return digits.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(digits))
        : OptionalInt.empty();
  }

  private String fingerprint() {
    return Fingerprint.sha256(stdout).substring(0, FINGERPRINT_DIGITS);
  }

  private CompletionPage page(
      CompletionBinding binding, CompletionPosition position, CompletionLimit limit) {
    List<String> rest = remaining(position);
    Set<String> values = new LinkedHashSet<>();
    int consumed = 0; // including repetitions
    while (consumed < rest.size() && values.size() < limit.cut()) {
      values.add(rest.get(consumed++));
    }
    int distinct = consumed == rest.size() ? values.size() : Set.copyOf(rest).size();
    boolean isCut = values.size() < distinct;
    // The script's total is used if it exceeds the number of its suggestions.
    boolean totalExceedsOutput = total.orElse(0) > position.offset() + rest.size();
    boolean scriptHasMore = saysMore || cursor.isPresent() || totalExceedsOutput;
    OptionalInt shown =
        scriptHasMore ? OptionalInt.empty() : OptionalInt.of(position.offset() + distinct);
    return new CompletionPage(
        List.copyOf(values),
        totalExceedsOutput ? total : shown,
        isCut || scriptHasMore,
        isCut || scriptHasMore
            ? next(position, position.offset() + consumed, isCut)
                .map(following -> CompletionCursor.encode(binding, following))
            : Optional.empty());
  }

  private List<String> remaining(CompletionPosition position) {
    boolean isOffsetIgnored =
        position.scriptCursor().isEmpty()
            && position.previousOutput().isPresent()
            && position.previousOutput().get().equals(fingerprint());
    return isOffsetIgnored
        ? suggestions.subList(Math.min(position.offset(), suggestions.size()), suggestions.size())
        : suggestions;
  }

  /**
   * Where the next page starts; empty if it would be this page again.
   *
   * @param here the offset after this page. The script's own offset takes precedence, unless the
   *     page was cut, because then nothing may be skipped
   */
  private Optional<CompletionPosition> next(CompletionPosition position, int here, boolean isCut) {
    int said = next.orElse(here);
    int offset =
        Math.min(isCut || said <= position.offset() ? here : said, CompletionPosition.MAX_OFFSET);
    if (cursor.isPresent()) {
      return cursor.equals(position.scriptCursor())
          ? Optional.empty()
          : Optional.of(new CompletionPosition(offset, cursor, Optional.empty()));
    }
    return offset > position.offset()
        ? Optional.of(new CompletionPosition(offset, Optional.empty(), Optional.of(fingerprint())))
        : Optional.empty();
  }

  /**
   * How the server filters and orders the output of a script that prints everything.
   *
   * @param typed what has been typed so far
   */
  public record CompletionChoice(String typed, MatchMode match) {}

  /**
   * One answer to {@code completion/complete}.
   *
   * @param values at most {@value CompletionLimit#MAX}, none twice, best first
   * @param total how many there are in all, if known; never fewer than the values
   * @param hasMore whether there are more than these
   * @param nextCursor the cursor of the next page; only with {@code hasMore}
   */
  public record CompletionPage(
      List<String> values, OptionalInt total, boolean hasMore, Optional<String> nextCursor) {
    public CompletionPage {
      values = List.copyOf(values);
      if (values.size() > CompletionLimit.MAX
          || total.orElse(values.size()) < values.size()
          || nextCursor.isPresent() && !hasMore) {
        throw new IllegalArgumentException(
            "%d values of %s, more: %s".formatted(values.size(), total, hasMore));
      }
    }
  }
}
