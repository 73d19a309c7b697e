package dev.bullpen.pool.job;

/**
 * Holds back the jobs of a client that does not read what it gets. A client has one such object,
 * which all its jobs carry: the pool passes over the waiting jobs of a full client, and only of
 * that one.
 */
public interface Backpressure {
  /** Never full. */
  Backpressure NONE = new Backpressure() {};

  /** Whether no job of this client is to begin. Must not block: called under the pool's lock. */
  default boolean isFull() {
    return false;
  }

  /**
   * Makes the outcome of a job whose output is long, as soon as the client has room for it.
   *
   * @param large makes it, once; on any thread
   */
  default void whenRoom(Runnable large) {
    large.run();
  }
}
