package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Warnings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Things with unique names, sorted by name in the order of {@link String#compareTo}. */
public record NamedItems<T>(List<T> all, Map<String, T> byName) {
  public static <T> NamedItems<T> none() {
    return new NamedItems<>(List.of(), Map.of());
  }

  public static <T> NamedItems<T> of(SortedMap<String, T> sorted) {
    return new NamedItems<>(List.copyOf(sorted.values()), Map.copyOf(sorted));
  }

  public interface Text<T> {
    String of(T item);
  }

  /**
   * Keep the first item with each name, and warn of the others. Kind and place are for messages.
   */
  public static <T> NamedItems<T> firstOf(
      String kind, Text<T> name, Text<T> place, List<T> items, Warnings warnings) {
    SortedMap<String, T> byName = new TreeMap<>();
    for (T item : items) {
      T first = byName.putIfAbsent(name.of(item), item);
      if (first != null) {
        warnings.add(
            "%s is ignored: the %s of %s is called \"%s\" already. Give one of the two another \"name\"."
                .formatted(place.of(item), kind, place.of(first), EscapedBytes.of(name.of(item))));
      }
    }
    return of(byName);
  }

  public Optional<T> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The items by another key; if several have the same key, the first by name. */
  public Map<String, T> by(Text<T> key) {
    Map<String, T> byKey = new HashMap<>();
    for (T item : all) {
      byKey.putIfAbsent(key.of(item), item);
    }
    return Map.copyOf(byKey);
  }
}
