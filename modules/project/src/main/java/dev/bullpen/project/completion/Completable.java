package dev.bullpen.project.completion;

/** An argument of something, to be completed. */
public record Completable(CompletionRef ref, String argument) {}
