package dev.bullpen.api;

import java.util.List;
import java.util.OptionalInt;

/**
 * One page of suggestions, best first.
 *
 * @param values possible values of the argument
 * @param total how many there are on all pages, if that is known
 * @param hasMore whether others follow on another page
 */
public record Suggestions(List<String> values, OptionalInt total, boolean hasMore) {
  /**
   * Copies the values.
   *
   * @throws IllegalArgumentException if the total is negative
   */
  public Suggestions {
    values = List.copyOf(values);
    if (total.orElse(0) < 0) {
      throw new IllegalArgumentException("the total is " + total.getAsInt() + "; give 0 or more");
    }
  }

  /** The only page, with these. */
  public static Suggestions of(String... values) {
    return of(List.of(values));
  }

  /** The only page, with these. */
  public static Suggestions of(List<String> values) {
    return new Suggestions(values, OptionalInt.empty(), false);
  }

  /**
   * The page that a request asks for.
   *
   * @param all the suggestions of all pages, best first
   */
  public static Suggestions page(List<String> all, CompletionRequest request) {
    int begin = Math.min(Math.max(0, request.offset()), all.size());
    int end = begin + Math.min(Math.max(0, request.limit()), all.size() - begin);
    return new Suggestions(all.subList(begin, end), OptionalInt.of(all.size()), end < all.size());
  }
}
