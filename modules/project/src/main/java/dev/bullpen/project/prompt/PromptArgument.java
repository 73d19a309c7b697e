package dev.bullpen.project.prompt;

import dev.bullpen.project.completion.ValueList;
import java.util.List;
import java.util.Optional;

/**
 * One argument a prompt declares.
 *
 * @param name never blank
 * @param required whether the prompt needs it
 * @param values what the declaration itself offers: its {@code enum}, else its {@code examples}
 */
public record PromptArgument(
    String name, Optional<String> description, boolean required, ValueList values) {
  /** One that offers some values. */
  public PromptArgument(
      String name, Optional<String> description, boolean required, List<String> values) {
    this(name, description, required, ValueList.of(values));
  }
}
