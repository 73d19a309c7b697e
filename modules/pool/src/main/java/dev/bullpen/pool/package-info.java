/**
 * Runs in the supervisor. Read {@link dev.bullpen.pool.HelperPool} first, then {@code
 * roster.Roster}, which decides, and {@code helper.Helper}. Here is done what was decided: frames
 * are sent, processes started and ended, listeners told.
 *
 * <p>Threads: one "helper-N frames" per helper, owned by {@code Helper}, which reads its frames and
 * buries it; "pool timer", owned by {@code PoolThreads}, whose tasks only decide; "pool hand-N",
 * also there, which do what can block: spawn, kill, wait, sweep; "guard", owned by {@code Guard}.
 * One lock, {@code slots} in {@code Roster}, guards who has which helper; nothing that can block
 * runs under it.
 */
package dev.bullpen.pool;
