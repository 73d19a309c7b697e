/**
 * Prompts: their definitions, and how their text or script becomes messages. Start with {@link
 * dev.bullpen.project.prompt.Prompt}.
 */
package dev.bullpen.project.prompt;
