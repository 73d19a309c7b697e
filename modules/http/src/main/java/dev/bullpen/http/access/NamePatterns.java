package dev.bullpen.http.access;

import java.util.List;
import java.util.stream.Stream;

/**
 * Patterns of permitted names, where {@code *} stands for any characters, or none. Matching takes
 * time proportional to the name's length, whatever the patterns, because clients choose names.
 */
public record NamePatterns(List<String> patterns) {
  public static final NamePatterns ALL = new NamePatterns(List.of("*"));

  public NamePatterns {
    patterns = List.copyOf(patterns);
  }

  /** The patterns of both. */
  NamePatterns and(NamePatterns other) {
    return new NamePatterns(
        Stream.concat(patterns.stream(), other.patterns.stream()).distinct().toList());
  }

  public boolean permit(String name) {
    return patterns.stream().anyMatch(pattern -> matches(name, pattern.split("\\*", -1)));
  }

  /**
   * Whether the parts occur in the name in order, the first at its start and the last at its end.
   */
  private static boolean matches(String name, String[] parts) {
    String first = parts[0];
    if (parts.length == 1) {
      return name.equals(first);
    }
    String last = parts[parts.length - 1];
    int at = first.length();
    int end = name.length() - last.length();
    if (at > end || !name.startsWith(first) || !name.endsWith(last)) {
      return false;
    }
    // The earliest match of a part leaves the most room for the parts after it.
    for (int i = 1; i < parts.length - 1; i++) {
      int found = name.indexOf(parts[i], at);
      if (found < 0) {
        return false;
      }
      at = found + parts[i].length();
    }
    return at <= end;
  }
}
