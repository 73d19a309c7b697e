/**
 * Which helpers there are and what each does ({@link dev.bullpen.pool.roster.Roster}), how many are
 * wanted ({@code Growth}), and which job is next ({@code JobQueue}). The roster's one lock, {@code
 * slots}, guards everything here and the states of all helpers. Nothing that can block runs under
 * it; callers carry out the decisions.
 */
package dev.bullpen.pool.roster;
