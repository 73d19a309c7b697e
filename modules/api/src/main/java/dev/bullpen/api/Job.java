package dev.bullpen.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request that a provider works for, while it does: whether the answer is still wanted, what to
 * tell of the work, whom to ask. Any thread may use it, until the provider returns.
 *
 * <p>Every method has a default, which is that of a request without a client: a test may give a
 * provider {@code new Job() {}}, or one with the methods that matter.
 */
public interface Job {
  /**
   * Whether nobody wants the answer any more. The thread is interrupted then, too, and the provider
   * has a moment to leave things in order; if it has not returned by then, its process is ended.
   */
  default boolean cancelled() {
    return false;
  }

  /**
   * Tell how far it is. Reaches the client if it asked for that, and only what is more than before.
   *
   * @param done so much of it
   * @param total of so much
   * @param message what is being done; "" for nothing
   * @throws IllegalArgumentException for a number that is not finite
   */
  default void progress(double done, double total, String message) {}

  /**
   * Tell how far it is where nobody knows how far it goes.
   *
   * @param done rises with every call
   * @param message what is being done; "" for nothing
   * @throws IllegalArgumentException for a number that is not finite
   */
  default void progress(double done, String message) {}

  /** Tell what happened. Reaches the client if it wants messages of that level. */
  default void log(Level level, String message) {}

  /**
   * What is left of the time that the tool's metadata gives it; negative when it is over. Empty if
   * they give it none. A hint: a client may have asked for less, and progress may begin the time
   * anew.
   */
  default Optional<Duration> timeLeft() {
    return Optional.empty();
  }

  /** Whether the client can have its user asked; the user may still not answer. */
  default boolean canElicit() {
    return false;
  }

  /**
   * Have the user fill in a form, and wait for it. A client that cannot is as a user who declines.
   *
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Elicited elicit(Form form) throws InterruptedException {
    return Elicited.declined();
  }

  /**
   * Have the user open a page, and wait until he agrees to. A client that cannot is as a user who
   * declines.
   *
   * @param url begins with {@code https://} or {@code http://}
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Elicited elicit(String message, String url) throws InterruptedException {
    return Elicited.declined();
  }

  /** Whether the client can have its model say something. */
  default boolean canSample() {
    return false;
  }

  /**
   * Have the client's model say something, and wait for it.
   *
   * @throws InterruptedException if the answer is not wanted any more
   */
  default Sampled sample(Sampling sampling) throws InterruptedException {
    return Sampled.failed("the client lacks the capability sampling, so its model cannot be asked");
  }

  /** The folders that the client's user works in, or the operator's choice. */
  default List<Root> roots() {
    return List.of();
  }

  /**
   * The folder of the project. The working directory is another, for Java cannot change it: resolve
   * relative paths against this one.
   */
  default Path project() {
    return Path.of("").toAbsolutePath();
  }

  /**
   * The variables that a script would have been given; {@link System#getenv} has other ones. See
   * {@code docs/reference/contract.md}.
   */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** What the client sent beside the arguments, {@code _meta}. */
  default Map<String, Object> meta() {
    return Map.of();
  }
}
