package dev.bullpen.project.completion;

/** What somebody wrote down about completing an argument: a script, or where the values are. */
public sealed interface Completer permits CompletionEntry, DeclaredCompletion {}
