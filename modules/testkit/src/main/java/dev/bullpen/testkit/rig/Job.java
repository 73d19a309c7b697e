package dev.bullpen.testkit.rig;

import java.util.List;

/**
 * A completion whose script has been seen to run.
 *
 * @param id of its request
 * @param token in the environment of each of its processes, and of no other
 * @param ready what the script said at the gate, line by line
 */
public record Job(long id, String token, List<String> ready) {
  /** Copies the list. */
  public Job {
    ready = List.copyOf(ready);
  }
}
