/**
 * What goes over the wire, as each revision has it: handshake, eras, framing, and how long it
 * keeps.
 */
package dev.bullpen.acceptance.protocol;
