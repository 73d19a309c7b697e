package dev.bullpen.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request that a provider works for: whether the answer is still wanted, reports of progress,
 * questions to the user and the model. Any thread may use it, until the provider returns.
 *
 * <p>Every method has a default, which is that of a request without a client. So a test may give a
 * provider {@code new Job() {}}, or one with the methods that matter.
 */
public interface Job {
  /**
   * Whether the answer is not wanted any more. The thread is then interrupted, too. The provider
   * has a moment to clean up; if it does not return by then, its process is ended.
   */
  default boolean cancelled() {
    return false;
  }

  /**
   * Report progress. It reaches the client if the client asked for progress, and if more is done
   * than before.
   *
   * @param done how much is done
   * @param total how much there is to do
   * @param message what is being done; "" for nothing
   * @throws IllegalArgumentException for a number that is not finite
   */
  default void progress(double done, double total, String message) {}

  /**
   * Report progress of an unknown total.
   *
   * @param done rises with every call
   * @param message what is being done; "" for nothing
   * @throws IllegalArgumentException for a number that is not finite
   */
  default void progress(double done, String message) {}

  /** Log a message. It reaches the client if the client wants messages of that level. */
  default void log(Level level, String message) {}

  /**
   * What is left of a tool's time limit; negative when it is over. Empty for what is no tool. A
   * hint: progress may restart the time, and it stands still while a client is asked.
   */
  default Optional<Duration> timeLeft() {
    return Optional.empty();
  }

  /** Whether the client can ask its user. The user may still not answer. */
  default boolean canElicit() {
    return false;
  }

  /**
   * Ask the user to fill in a form, and wait. A client that cannot ask counts as a refusal.
   *
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Elicited elicit(Form form) throws InterruptedException {
    return Elicited.declined();
  }

  /**
   * Ask the user to open a page, and wait for the consent. A client that cannot ask counts as a
   * refusal.
   *
   * @param url begins with {@code https://} or {@code http://}
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Elicited elicit(String message, String url) throws InterruptedException {
    return Elicited.declined();
  }

  /** Whether the client can ask its model. */
  default boolean canSample() {
    return false;
  }

  /**
   * Ask the client's model, and wait for its answer.
   *
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Sampled sample(Sampling sampling) throws InterruptedException {
    return Sampled.failed("the client lacks the capability sampling, so its model cannot be asked");
  }

  /** The folders that the client's user works in, or those that the operator chose. */
  default List<Root> roots() {
    return List.of();
  }

  /**
   * The folder of the project. Resolve relative paths against it: the working directory is another,
   * as Java cannot change it.
   */
  default Path project() {
    return Path.of("").toAbsolutePath();
  }

  /**
   * The variables that a script would get. Those of {@link System#getenv} are others. See {@code
   * docs/reference/contract.md}.
   */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** What the client sent beside the arguments, {@code _meta}. */
  default Map<String, Object> meta() {
    return Map.of();
  }
}
