/**
 * Who has which helper, and how many there should be. {@link dev.bullpen.pool.roster.Roster} has
 * the one lock, {@code slots}, which guards all that is here and the places of all helpers; nothing
 * that can block runs under it, and whoever asks carries out what was decided.
 */
package dev.bullpen.pool.roster;
