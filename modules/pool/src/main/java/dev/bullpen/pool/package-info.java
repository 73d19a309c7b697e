/**
 * The pool of helpers. Runs in the supervisor. Read {@link dev.bullpen.pool.HelperPool} first, then
 * {@code roster.Roster}, which decides, and {@code Helpers}, which carries out the decisions.
 *
 * <p>Threads: "helper-N frames", one per helper, owned by {@code Helper}, reads its frames and
 * reaps it. "pool timer", owned by {@code PoolThreads}, runs tasks that only decide. "pool
 * worker-N", also owned there, do what can block: spawn, kill, wait, sweep. "guard" is owned by
 * {@code Guard}. One lock, {@code slots} in {@code Roster}, guards which helper has which job;
 * nothing that can block runs under it.
 */
package dev.bullpen.pool;
