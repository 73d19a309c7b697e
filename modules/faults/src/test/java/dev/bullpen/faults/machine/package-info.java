/**
 * What a server stands on and what is done to it from there: its JDK, jars and archives, the clock,
 * another version, and signals.
 */
package dev.bullpen.faults.machine;
