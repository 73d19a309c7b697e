package dev.bullpen.launcher.guarantees;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which layers work on a host, and of those that do not, why. */
final class Findings {
  private final Set<Layer> active = EnumSet.noneOf(Layer.class);
  private final Map<Layer, String> failures = new EnumMap<>(Layer.class);

  void works(Layer layer) {
    active.add(layer);
  }

  void fails(Layer layer, String why) {
    failures.put(layer, why);
  }

  boolean isActive(Layer layer) {
    return active.contains(layer);
  }

  /** Why it cannot be had, if that is known. */
  Optional<String> why(Layer layer) {
    return Optional.ofNullable(failures.get(layer));
  }

  /** What it does, or how it is without, and why. */
  String means(Layer layer) {
    return isActive(layer)
        ? layer.words()
        : layer.without() + why(layer).map(reason -> "; here " + reason).orElse("");
  }

  /** Those that do not work, and without which not everything that is promised holds. */
  Set<Layer> missing() {
    Set<Layer> missing = EnumSet.noneOf(Layer.class);
    for (Layer layer : Layer.values()) {
      if (!isActive(layer) && !layer.isExtra()) {
        missing.add(layer);
      }
    }
    return missing;
  }
}
