package dev.bullpen.project;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Suggestions out of a declaration, best first: those beginning with what was typed, those doing so
 * in another case, those holding it somewhere, those holding its letters in order. Within each, the
 * order of the declaration.
 */
public final class DeclaredValues {
  private static final int NO_MATCH = 4;

  private DeclaredValues() {}

  /** Answer a request from declared values. */
  public static CompletionPage page(
      Resolution.Declared declared,
      CompletionRequest request,
      CompletionBinding binding,
      CompletionPosition position) {
    List<String> matching = matching(declared.values(), request.value());
    int from = Math.min(position.offset(), matching.size());
    int to = Math.min(from + request.limit().cut(), matching.size());
    boolean more = to < matching.size();
    CompletionPosition next = new CompletionPosition(to, Optional.empty(), Optional.empty());
    return new CompletionPage(
        matching.subList(from, to),
        OptionalInt.of(matching.size()),
        more,
        more ? Optional.of(CompletionCursor.encode(binding, next)) : Optional.empty());
  }

  static List<String> matching(List<String> values, String query) {
    return values.stream()
        .distinct()
        .filter(value -> rank(value, query) < NO_MATCH)
        .sorted(Comparator.comparingInt(value -> rank(value, query)))
        .toList();
  }

  private static int rank(String value, String query) {
    if (value.startsWith(query)) {
      return 0;
    }
    String lowerValue = value.toLowerCase(Locale.ROOT);
    String lowerQuery = query.toLowerCase(Locale.ROOT);
    if (lowerValue.startsWith(lowerQuery)) {
      return 1;
    }
    if (lowerValue.contains(lowerQuery)) {
      return 2;
    }
    return holdsInOrder(lowerValue, lowerQuery) ? 3 : NO_MATCH;
  }

  private static boolean holdsInOrder(String value, String letters) {
    int found = 0;
    for (int i = 0; i < value.length() && found < letters.length(); i++) {
      if (value.charAt(i) == letters.charAt(found)) {
        found++;
      }
    }
    return found == letters.length();
  }
}
