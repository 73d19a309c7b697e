/**
 * What a server asks its client: elicitation, sampling and roots, as requests of our own to a
 * legacy client and as {@code input_required} to a modern one. Begin with {@link
 * dev.bullpen.protocol.question.ServerRequest}.
 */
package dev.bullpen.protocol.question;
