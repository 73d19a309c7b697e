package dev.bullpen.project.completion;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How loosely a value may fit what was typed. */
public enum MatchMode {
  /** It begins with it. */
  PREFIX,
  /** It holds it somewhere. */
  SUBSTRING,
  /** It holds its characters in their order, with anything between them. */
  FUZZY;

  /** The word that projects use: {@code prefix}, {@code substring}, {@code fuzzy}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode of a word. */
  public static Optional<MatchMode> of(String word) {
    return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
  }
}
