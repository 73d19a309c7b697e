package dev.bullpen.project.completion;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Cuts one page from what a script said, so that {@code values}, {@code total}, {@code hasMore} and
 * the next cursor agree with each other.
 *
 * <p>Scripts are told an offset and many do not look at it. Their output is then the same for every
 * page, byte for byte, which is how they are recognised: the cursor carries a fingerprint of the
 * output its page was cut from, and if the next output has it too, the suggestions before the
 * offset are dropped here. So paging ends instead of showing the first page for ever.
 */
final class CompletionPageCutter {
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
    this.distinct = consumed == suggestions.size() ? values.size() : Set.copyOf(suggestions).size();
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
   * The script's word where it exceeds what the script showed; else what it showed, if that is all.
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
