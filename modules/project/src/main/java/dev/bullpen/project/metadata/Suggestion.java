package dev.bullpen.project.metadata;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The known word most similar to a misspelt one. Case, hyphens and underscores are ignored, and the
 * start of a word matches the whole.
 */
public final class Suggestion {
  /** Words that differ in more than one of this many characters are different words. */
  private static final int CHARACTERS_PER_SLIP = 3;

  /** A shorter start could belong to any word. */
  private static final int BEGINNING_LEAST = 4;

  private Suggestion() {}

  /** The nearest known word; the first of equally near ones. */
  public static Optional<String> of(String word, Collection<String> known) {
    String plain = plain(word);
    return known.stream()
        .filter(candidate -> isNear(plain, plain(candidate)))
        .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
  }

  /** The suggestion as a question, after a blank; "" if no word is near. */
  public static String question(String word, Collection<String> known) {
    return of(word, known).map(" Did you mean %s?"::formatted).orElse("");
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
  }

  private static boolean isNear(String word, String known) {
    int slips = Math.max(1, Math.min(word.length(), known.length()) / CHARACTERS_PER_SLIP);
    return distance(word, known) <= slips
        || word.length() >= BEGINNING_LEAST && known.startsWith(word);
  }

  /**
   * The number of insertions, deletions, replacements and swaps of neighbours (optimal string
   * alignment).
   */
  private static int distance(String one, String other) {
    int[][] least = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        least[i][j] =
            Math.min(
                least[i - 1][j - 1] + replaced, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[one.length()][other.length()];
  }
}
