/**
 * The pool of helper JVMs: their one job at a time, lanes, restart policy, kill ladder, guard and
 * sweep.
 *
 * <p>Deals with processes and bytes; independent of JSON and projects.
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
