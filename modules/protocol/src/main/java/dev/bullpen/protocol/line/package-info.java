/**
 * Lines in and out: bytes of a client become bounded lines, and messages leave as whole lines, one
 * write at a time. Begin with {@link dev.bullpen.protocol.line.LineReader} and {@link
 * dev.bullpen.protocol.line.OutgoingLines}.
 */
package dev.bullpen.protocol.line;
