package dev.bullpen.project.tool;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Tools by name: of two that share one, the first by path is kept and the other is said. */
public final class ToolNames {
  private ToolNames() {}

  /**
   * Sorted by name.
   *
   * @param sources in the order in which they go before each other
   */
  public static SortedMap<String, Tool> of(
      List<ToolSource> sources, ToolReader reader, Consumer<String> problems) {
    SortedMap<String, Tool> byName = new TreeMap<>();
    for (ToolSource source : sources) {
      reader
          .read(source)
          .ifPresent(
              tool -> {
                Tool first = byName.putIfAbsent(tool.name(), tool);
                if (first != null) {
                  problems.accept(
                      "%s is not published: %s is called \"%s\" already. Rename one of the two."
                          .formatted(tool.script(), first.script(), tool.name()));
                }
              });
    }
    return byName;
  }
}
