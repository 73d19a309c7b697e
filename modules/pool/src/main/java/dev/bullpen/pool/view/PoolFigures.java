package dev.bullpen.pool.view;

import java.time.Duration;
import java.util.Map;

/**
 * What is measured of the pool.
 *
 * @param helpers by state, a word; all states that a live one may have
 * @param exits of helpers since the beginning, by reason, a word; intended ones too
 * @param started helpers since the beginning
 * @param kills jobs that have been ended since the beginning, because they were cancelled or took
 *     too long
 * @param waiting jobs without a helper
 * @param waited how long the first of these has waited, as far as no client holds it back
 */
public record PoolFigures(
    Map<String, Integer> helpers,
    Map<String, Integer> exits,
    int started,
    long kills,
    int waiting,
    Duration waited) {}
