/**
 * Names and capabilities of both sides: the handshake of the legacy era, and the envelope of each
 * modern request. Start with {@link dev.bullpen.protocol.session.Envelope}.
 */
package dev.bullpen.protocol.session;
