package dev.bullpen.pool.view;

/**
 * The pool at one moment.
 *
 * @param helpers alive, in any state
 * @param ready how many of those have sent their hello and take jobs
 * @param idle how many of those wait for a job
 * @param waiting jobs without a helper
 * @param started helpers started since the beginning
 * @param parked whether jobs are refused because no helper comes up
 */
public record PoolView(
    int helpers, int ready, int idle, int waiting, int started, boolean parked) {}
