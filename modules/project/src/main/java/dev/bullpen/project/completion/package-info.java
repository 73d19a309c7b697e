/**
 * What completes an argument: declarations, the sources of declared values, scripts, what they are
 * told and what their answer means. Begin with {@link dev.bullpen.project.completion.CompletionTable.Completer}.
 */
package dev.bullpen.project.completion;
