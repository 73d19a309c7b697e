/**
 * What a server asks its client: elicitation, sampling and roots. A legacy client gets a request of
 * the server, a modern one {@code input_required}. Start with {@link
 * dev.bullpen.protocol.question.ServerRequest}.
 */
package dev.bullpen.protocol.question;
