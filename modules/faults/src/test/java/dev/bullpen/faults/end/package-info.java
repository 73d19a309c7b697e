/**
 * Jobs, helpers, the client and the server end, by themselves or killed: nothing of them is left,
 * what goes on is served, and nobody else is signalled.
 */
package dev.bullpen.faults.end;
