package dev.bullpen.server.asking;

/**
 * How many notifications of one call reach its client.
 *
 * @param progressPerMinute 0 for no limit
 * @param logsPerMinute 0 for no limit
 */
public record MessageRates(int progressPerMinute, int logsPerMinute) {}
