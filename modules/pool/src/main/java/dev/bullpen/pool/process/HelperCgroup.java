package dev.bullpen.pool.process;

import java.io.IOException;

/** The cgroup of one helper, if there are cgroups. */
public interface HelperCgroup {
  /**
   * The helper is there, and has started nothing yet.
   *
   * @param pid its own, not yet waited for
   * @throws IOException if it must not run, with a sentence that says why
   */
  void take(int pid) throws IOException;
}
