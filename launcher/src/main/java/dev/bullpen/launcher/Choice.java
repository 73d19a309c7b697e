package dev.bullpen.launcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words that a value may be, in the order in which they are shown. The help, the error and what
 * the shells complete all come from here.
 */
public final class Choice {
  /** By word; empty where the word says it. */
  private final Map<String, String> meanings;

  private Choice(Map<String, String> meanings) {
    this.meanings = Collections.unmodifiableMap(meanings);
  }

  /** Words that explain themselves. */
  public static Choice of(List<String> words) {
    Map<String, String> meanings = new LinkedHashMap<>();
    words.forEach(word -> meanings.put(word, ""));
    return new Choice(meanings);
  }

  public static Choice of(String... words) {
    return of(List.of(words));
  }

  /** These, and then one that is explained. */
  public Choice with(String word, String meaning) {
    Map<String, String> more = new LinkedHashMap<>(meanings);
    more.put(word, meaning);
    return new Choice(more);
  }

  public List<String> words() {
    return List.copyOf(meanings.keySet());
  }

  /** Such as "auto (cgroup where it can be had, else group), group or cgroup". */
  public String explained() {
    List<String> parts = new ArrayList<>();
    meanings.forEach(
        (word, meaning) -> parts.add(meaning.isEmpty() ? word : word + " (" + meaning + ")"));
    return joined(parts);
  }

  /** Such as "auto, group or cgroup". */
  @Override
  public String toString() {
    return joined(words());
  }

  private static String joined(List<String> parts) {
    int last = parts.size() - 1;
    return last < 1
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, last)) + " or " + parts.get(last);
  }
}
