/**
 * Lines in and out: a client's bytes become bounded lines, and messages are written as whole lines,
 * one write at a time. Start with {@link dev.bullpen.protocol.line.LineReader} and {@link
 * dev.bullpen.protocol.line.OutgoingLines}.
 */
package dev.bullpen.protocol.line;
