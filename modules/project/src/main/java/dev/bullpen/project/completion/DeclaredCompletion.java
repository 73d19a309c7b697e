package dev.bullpen.project.completion;

/**
 * A completion that needs no script.
 *
 * @param source where the values are
 * @param match how loosely they may fit what has been typed
 */
public record DeclaredCompletion(CompletionSource source, MatchMode match) implements Completer {}
