/**
 * Scripts and programs in Java, whatever asks for them: what they find around them, what they may
 * use, and what they do to what runs them.
 */
package dev.bullpen.faults.program;
