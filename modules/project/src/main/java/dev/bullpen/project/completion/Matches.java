package dev.bullpen.project.completion;

import java.util.List;

/**
 * Some of the values that fit, best first.
 *
 * @param values none twice
 * @param total how many fit in all
 */
public record Matches(List<String> values, int total) {
  public Matches {
    values = List.copyOf(values);
  }
}
