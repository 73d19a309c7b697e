/** {@code prompts/get}. Begin with {@link dev.bullpen.server.prompt.PromptGetting}. */
package dev.bullpen.server.prompt;
