/** Programs in Java: what they may do, and what is said when they do not compile. */
package dev.bullpen.acceptance.program;
