/**
 * The form of definitions and content in each revision: what a revision does not define is left out
 * or shown as text. Start with {@link dev.bullpen.protocol.shape.Shape}.
 */
package dev.bullpen.protocol.shape;
