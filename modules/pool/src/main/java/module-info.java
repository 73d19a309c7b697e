/**
 * The pool of helper JVMs: one job at a time each, lanes, restart policy, kill ladder, guard and
 * sweep.
 *
 * <p>Knows processes and bytes, and nothing of JSON or of projects.
 */
module dev.bullpen.pool {
  requires transitive dev.bullpen.posix;
  requires transitive dev.bullpen.wire;

  exports dev.bullpen.pool;
  exports dev.bullpen.pool.folder;
  exports dev.bullpen.pool.job;
  exports dev.bullpen.pool.setting;
  exports dev.bullpen.pool.view;
}
