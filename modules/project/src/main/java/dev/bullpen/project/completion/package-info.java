/**
 * Completions: what is registered, the sources of declared values, the environment of scripts, and
 * the meaning of their output. Begin with {@link
 * dev.bullpen.project.completion.CompletionTable.Completer}.
 */
package dev.bullpen.project.completion;
