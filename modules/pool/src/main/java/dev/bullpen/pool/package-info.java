/**
 * Runs in the supervisor. Read {@link dev.bullpen.pool.HelperPool} first, then {@code
 * roster.Roster}, which decides, and {@code Helpers}, which carries out what was decided.
 *
 * <p>Threads: one "helper-N frames" per helper, owned by {@code Helper}, which reads its frames and
 * reaps it; "pool timer", owned by {@code PoolThreads}, whose tasks only decide; "pool worker-N",
 * also there, which do what can block: spawn, kill, wait, sweep; "guard", owned by {@code Guard}.
 * One lock, {@code slots} in {@code Roster}, guards which helper has which job; nothing that can
 * block runs under it.
 */
package dev.bullpen.pool;
