package dev.bullpen.helper.provider;

import java.time.Duration;
import java.util.Optional;

/**
 * What a running job offers its provider beside the result. Its methods may be called by any
 * thread.
 */
public interface Ports {
  /** Whether the job is being ended. */
  boolean cancelled();

  /**
   * Pass an event on.
   *
   * @param line a notification as scripts write them to the desk's events, without its line break
   */
  void event(byte[] line);

  /**
   * Put a question on the desk, and wait for the answer; if another thread waits for one, after
   * that.
   *
   * @param requestName the file that the question would be
   * @param answerName the file that the answer would be
   * @param patience how long, once it is on the desk
   * @return the answer, UTF-8; empty if there is none by then, and the question is taken back
   * @throws InterruptedException if the job is ended first
   */
  Optional<byte[]> ask(String requestName, String answerName, byte[] question, Duration patience)
      throws InterruptedException;
}
