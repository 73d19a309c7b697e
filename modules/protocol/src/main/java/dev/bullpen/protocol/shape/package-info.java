/**
 * What definitions and content may look like, revision by revision: what does not belong is left
 * out or shown as text. Begin with {@link dev.bullpen.protocol.shape.Shape}.
 */
package dev.bullpen.protocol.shape;
