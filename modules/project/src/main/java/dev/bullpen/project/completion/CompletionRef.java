package dev.bullpen.project.completion;

/** What a completion is for: the member {@code ref} of {@code completion/complete}. */
public sealed interface CompletionRef {
  /** The prompt's name or the resource's URI, exactly as sent. */
  String text();

  default String type() {
    return this instanceof OfPrompt ? "ref/prompt" : "ref/resource";
  }

  record OfPrompt(String text) implements CompletionRef {}

  record OfResource(String text) implements CompletionRef {}
}
