package dev.bullpen.pool.job;

/**
 * Who is told of a job: what its script reports while it runs, in order, and then its end. One call
 * is over before the next begins; each must be quick. After a cancel nothing more is told, and
 * after the end neither.
 */
public interface JobListener {
  /**
   * The script has written to the desk's FIFO; on a thread of the job's helper.
   *
   * @param bytes what it wrote, cut anywhere
   */
  default void events(byte[] bytes) {}

  /**
   * A file the script has left on the desk, or asks with; on a thread of the job's helper. More
   * than 1 MiB is not passed on: of what the script left come the first 1 MiB, under the name with
   * ".cut" added, and of what it asks with nothing, empty bytes.
   *
   * @param name one of those the job has listed
   * @param bytes never empty, but for a question that is too long
   */
  default void note(String name, byte[] bytes) {}

  /**
   * What became of it; once, unless it is cancelled first. On a thread of the pool, or on the one
   * that submits the job if it is refused.
   */
  void ended(JobOutcome outcome);
}
