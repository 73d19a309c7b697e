package dev.bullpen.pool.view;

import java.time.Duration;
import java.util.Map;

/**
 * Metrics of the pool.
 *
 * @param helpers by the word for their state; has all states of living helpers
 * @param exits of helpers since the start, by the word for the reason; includes intended exits
 * @param started helpers since the start
 * @param kills jobs that have been ended since the start, because they were cancelled or took too
 *     long
 * @param waiting jobs without a helper
 * @param waited how long the first of these that is not held back has waited
 */
public record PoolFigures(
    Map<String, Integer> helpers,
    Map<String, Integer> exits,
    int started,
    long kills,
    int waiting,
    Duration waited) {}
