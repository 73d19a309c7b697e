package dev.bullpen.api;

/**
 * Completes what a user types into an argument of a prompt or of a resource template.
 *
 * <p>A whole one, {@code completions/Colours.java}:
 *
 * <pre>{@code
 * import dev.bullpen.api.CompletionProvider;
 * import dev.bullpen.api.CompletionRequest;
 * import dev.bullpen.api.Suggestions;
 * import java.util.ArrayList;
 * import java.util.List;
 *
 * class Colours implements CompletionProvider {
 *   private static final List<String> ALL = List.of("amber", "azure", "black", "blue", "brown");
 *
 *   @Override
 *   public Suggestions complete(CompletionRequest request) {
 *     List<String> fitting = new ArrayList<>();
 *     for (String colour : ALL) {
 *       if (colour.startsWith(request.value())) {
 *         fitting.add(colour);
 *       }
 *     }
 *     return Suggestions.page(fitting, request);
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CompletionProvider {
  /**
   * Suggest.
   *
   * @return never null; {@code Suggestions.of()} for none
   * @throws Exception for any failure: the client learns that there was one, the server's log which
   */
  Suggestions complete(CompletionRequest request) throws Exception;
}
