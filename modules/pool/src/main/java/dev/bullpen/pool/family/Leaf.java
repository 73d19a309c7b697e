package dev.bullpen.pool.family;

import java.io.IOException;

/** Where the processes of one helper live. */
public interface Leaf {
  /**
   * The helper is there, and has started nothing yet.
   *
   * @param pid its own, not yet waited for
   * @throws IOException if it must not run, with a sentence that says why
   */
  void take(int pid) throws IOException;
}
