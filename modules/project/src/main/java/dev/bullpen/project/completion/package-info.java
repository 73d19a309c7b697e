/**
 * Completions: registered completions, sources of declared values, the environment of scripts, and
 * the parsing of their output. Start with {@link
 * dev.bullpen.project.completion.CompletionTable.Completer}.
 */
package dev.bullpen.project.completion;
