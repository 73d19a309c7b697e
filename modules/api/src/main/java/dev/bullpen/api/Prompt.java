package dev.bullpen.api;

/**
 * Makes the messages of a prompt out of its arguments.
 *
 * <p>A whole one, {@code prompts/Review.java}; {@code prompts/Review.meta.json} beside it says its
 * description and {@code arguments}:
 *
 * <pre>{@code
 * import dev.bullpen.api.Message;
 * import dev.bullpen.api.Prompt;
 * import dev.bullpen.api.PromptMessages;
 * import dev.bullpen.api.PromptRequest;
 * import java.nio.file.Files;
 *
 * public class Review implements Prompt {
 *   @Override
 *   public PromptMessages get(PromptRequest request) throws Exception {
 *     String rules = Files.readString(request.job().project().resolve("RULES.md"));
 *     String tone = request.argument("tone", "friendly");
 *     return PromptMessages.of(
 *             Message.user("These are our rules:\n" + rules),
 *             Message.user("Review this, be " + tone + ":\n" + request.argument("code")))
 *         .describedAs("A review by our rules");
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Prompt {
  /**
   * Make them.
   *
   * @return never null
   * @throws Exception for any failure: the client learns that there was one, the server's log which
   */
  PromptMessages get(PromptRequest request) throws Exception;
}
