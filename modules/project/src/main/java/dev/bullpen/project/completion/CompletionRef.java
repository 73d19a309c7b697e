package dev.bullpen.project.completion;

/** What a completion is for: the member {@code ref} of {@code completion/complete}. */
public sealed interface CompletionRef {

  /** The value of {@code ref.type}. */
  String type();

  /** The prompt's name or the resource's URI, exactly as sent. */
  String text();

  record OfPrompt(String name) implements CompletionRef {
    @Override
    public String type() {
      return "ref/prompt";
    }

    @Override
    public String text() {
      return name;
    }
  }

  record OfResource(String uri) implements CompletionRef {
    @Override
    public String type() {
      return "ref/resource";
    }

    @Override
    public String text() {
      return uri;
    }
  }
}
