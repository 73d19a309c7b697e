package dev.bullpen.bench.growth;

import java.util.List;

/**
 * Costs that have one unit, over sizes that have one.
 *
 * @param sizes what grows, with its unit
 * @param costs what it costs, with its unit
 */
record Panel(String sizes, String costs, List<Series> series) {}
