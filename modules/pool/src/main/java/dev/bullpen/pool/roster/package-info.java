/**
 * Which helpers there are and what each does ({@link dev.bullpen.pool.roster.Roster}), how many are
 * wanted ({@code Growth}), and which job is next ({@code JobQueue}). The roster's one lock, {@code
 * slots}, guards all that is here and the places of all helpers; nothing that can block runs under
 * it, and callers carry out what was decided.
 */
package dev.bullpen.pool.roster;
