package dev.bullpen.pool.job;

/**
 * Holds back the jobs of a client that does not read. Each client has one, and all its jobs carry
 * it. The pool passes over the waiting jobs of a full client, and no others.
 */
public interface Backpressure {
  /** Never full. */
  Backpressure NONE = new Backpressure() {};

  /**
   * Whether no job of this client may start. Must not block, because it is called under the pool's
   * lock.
   */
  default boolean isFull() {
    return false;
  }

  /**
   * Run a task that makes a long outcome, as soon as the client has room for it.
   *
   * @param large makes the outcome; run once, on any thread
   */
  default void whenRoom(Runnable large) {
    large.run();
  }
}
