/**
 * Lines in and out: bytes of a client become bounded lines, and messages leave as whole lines by
 * one thread. Begin with {@link dev.bullpen.protocol.line.LineReader} and {@link
 * dev.bullpen.protocol.line.StdoutWriter}.
 */
package dev.bullpen.protocol.line;
