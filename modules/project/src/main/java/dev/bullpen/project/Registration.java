package dev.bullpen.project;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code server.d/register.json} says.
 *
 * <p>For each kind: empty leaves it to discovery, an empty list switches it off. Entries of every
 * kind but completions are kept as they were written.
 *
 * @param completions by name, in the order of the file
 */
public record Registration(
    Optional<List<ObjectNode>> tools,
    Optional<List<ObjectNode>> resources,
    Optional<List<ObjectNode>> resourceTemplates,
    Optional<List<ObjectNode>> prompts,
    Map<String, CompletionEntry> completions) {

  /** What holds where there is no file: everything is discovered. */
  public static final Registration NONE =
      new Registration(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
}
