package dev.bullpen.project.resource;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which hidden files and folders may be read: all where the catalog names the very file, those that
 * a template spells out, else none.
 *
 * @param named empty for all
 */
public record HiddenNames(Optional<Set<String>> named) {
  static final HiddenNames ALL = new HiddenNames(Optional.empty());
  static final HiddenNames NONE = new HiddenNames(Optional.of(Set.of()));

  /**
   * Those of a template, where each is a whole segment: {@code .git} of {@code
   * file:///{repo}/.git/HEAD}.
   */
  static HiddenNames spelledOutBy(String template) {
    Set<String> segments =
        Stream.of(template.split("/"))
            .filter(HiddenNames::isHidden)
            .filter(Predicate.not(segment -> segment.contains("{")))
            .collect(Collectors.toUnmodifiableSet());
    return new HiddenNames(Optional.of(segments));
  }

  boolean isNone() {
    return equals(NONE);
  }

  static boolean isHidden(String name) {
    return name.startsWith(".");
  }

  /** Whether a path holds no other hidden name. */
  boolean allow(Path relative) {
    if (named.isEmpty()) {
      return true;
    }
    for (Path name : relative) {
      if (isHidden(name.toString()) && !named.get().contains(name.toString())) {
        return false;
      }
    }
    return true;
  }
}
