package dev.bullpen.pool.job;

/**
 * Receives a script's reports while it runs, in order. One call ends before the next begins; each
 * must be short. There are no calls after a cancel or after the end.
 */
public interface JobOutput {
  /**
   * The script has written to the FIFO of its exchange folder; on a thread of the job's helper.
   *
   * @param bytes what it wrote; may be split anywhere
   */
  default void events(byte[] bytes) {}

  /**
   * A file in its exchange folder that the script left or uses for a question; on a thread of the
   * job's helper. At most 1 MiB is passed on. A longer file that the script left is cut, and its
   * name gets ".cut" added. A longer question is passed on as empty bytes.
   *
   * @param name one of the names that the job lists
   * @param bytes empty only for a question that is too long
   */
  default void note(String name, byte[] bytes) {}
}
