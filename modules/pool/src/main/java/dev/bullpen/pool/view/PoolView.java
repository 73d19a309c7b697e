package dev.bullpen.pool.view;

/**
 * The pool at one moment.
 *
 * @param helpers alive, in whatever state
 * @param ready of those, how many have said hello and are of use
 * @param idle of those, how many wait for a job
 * @param waiting jobs without a helper
 * @param started helpers started since the beginning
 * @param parked whether jobs are refused because no helper comes up
 */
public record PoolView(
    int helpers, int ready, int idle, int waiting, int started, boolean parked) {}
