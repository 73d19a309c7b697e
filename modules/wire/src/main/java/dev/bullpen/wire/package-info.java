/**
 * The frames between supervisor and helper. Both use this package, so both are of one build.
 *
 * <p>A frame is a magic byte, a type byte, the payload's length as an unsigned 32-bit number, and
 * the payload. Numbers are big-endian; text is UTF-8 after its length in bytes. Read {@link
 * dev.bullpen.wire.Frame} first. Depends on nothing and owns no thread.
 */
package dev.bullpen.wire;
