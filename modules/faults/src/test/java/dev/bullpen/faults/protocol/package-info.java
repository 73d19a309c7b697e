/**
 * Lines, good and bad, and how a server and its client agree on a revision and on what is served:
 * what holds for every method.
 */
package dev.bullpen.faults.protocol;
