/**
 * Who is speaking and what each side can: the greetings of both eras, and the envelope with which a
 * modern request greets by itself. Begin with {@link dev.bullpen.protocol.session.Envelope}.
 */
package dev.bullpen.protocol.session;
