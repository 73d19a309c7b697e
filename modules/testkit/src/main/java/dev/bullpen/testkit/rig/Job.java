package dev.bullpen.testkit.rig;

import java.util.List;

/**
 * A completion or a call of a tool, whose script has been seen to run if it was waited for.
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
