package dev.bullpen.pool.job;

/**
 * Receives what a script reports while it runs, in order. One call is over before the next begins;
 * each must be quick. Nothing comes after a cancel, and nothing after the end.
 */
public interface JobOutput {
  /**
   * The script has written to the FIFO of its exchange folder; on a thread of the job's helper.
   *
   * @param bytes what it wrote, cut anywhere
   */
  default void events(byte[] bytes) {}

  /**
   * A file that the script left in its exchange folder, or asks with; on a thread of the job's
   * helper. More than 1 MiB is not passed on: of what the script left come the first 1 MiB, under
   * the name with ".cut" added, and of what it asks with nothing, empty bytes.
   *
   * @param name one of those the job has listed
   * @param bytes never empty, but for a question that is too long
   */
  default void note(String name, byte[] bytes) {}
}
