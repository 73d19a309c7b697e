/**
 * Servers that start a script for every request, side by side: what each takes from start to first
 * answer, for one request, for four at a time, and in memory, as multiples of what it takes to
 * start the script and nothing else.
 */
package dev.bullpen.bench.race;
