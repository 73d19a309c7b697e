/**
 * Jobs are cancelled or out of time: who asked is told what the protocol says, and nothing is left.
 */
package dev.bullpen.faults.cancel;
