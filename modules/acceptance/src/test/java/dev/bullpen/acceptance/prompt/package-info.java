/** Prompts, made of a text or by a script. */
package dev.bullpen.acceptance.prompt;
