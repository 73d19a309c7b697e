package dev.bullpen.project.completion;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One answer to {@code completion/complete}.
 *
 * @param values at most {@value CompletionLimit#MAX}, none twice, best first
 * @param total how many there are in all, when that is known; never fewer than the values
 * @param hasMore whether there are more than these
 * @param nextCursor leads to the next page; only with {@code hasMore}
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
