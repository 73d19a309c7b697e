/**
 * Prompts: how they are defined, and how their text or their script becomes messages. Begin with
 * {@link dev.bullpen.project.prompt.Prompt}.
 */
package dev.bullpen.project.prompt;
