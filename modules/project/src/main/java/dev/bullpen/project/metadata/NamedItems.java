package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Warnings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Things with unique names, sorted by name in the order of {@link String#compareTo}. */
public record NamedItems<T>(List<T> all, Map<String, T> byName) {
  public static <T> NamedItems<T> none() {
    return new NamedItems<>(List.of(), Map.of());
  }

  public static <T> NamedItems<T> of(SortedMap<String, T> sorted) {
    return new NamedItems<>(List.copyOf(sorted.values()), Map.copyOf(sorted));
  }

  /** Keep the first of each name, and report the others. Kind and place are for messages. */
  public static <T> NamedItems<T> firstOf(
      String kind,
      Function<T, String> name,
      Function<T, String> place,
      List<T> items,
      Warnings problems) {
    SortedMap<String, T> byName = new TreeMap<>();
    for (T item : items) {
      T first = byName.putIfAbsent(name.apply(item), item);
      if (first != null) {
        problems.add(
            "%s is ignored: the %s of %s is called \"%s\" already. Give one of the two another \"name\"."
                .formatted(
                    place.apply(item),
                    kind,
                    place.apply(first),
                    EscapedBytes.of(name.apply(item))));
      }
    }
    return of(byName);
  }

  public Optional<T> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The same by another key; of several with one key the first by name. */
  public Map<String, T> by(Function<T, String> key) {
    Map<String, T> byKey = new HashMap<>();
    for (T item : all) {
      byKey.putIfAbsent(key.apply(item), item);
    }
    return Map.copyOf(byKey);
  }
}
