package dev.bullpen.project.completion;

/**
 * What a cursor belongs to.
 *
 * @param name what is completed; a cursor of another name is invalid
 * @param scriptKey who completes it; a cursor of another script is no longer valid
 * @param argsHash of the request; told in the cursor but not compared, since a client may go on
 *     typing between two pages
 */
public record CompletionBinding(String name, String scriptKey, String argsHash) {

  public static CompletionBinding of(CompletionProvider provider, CompletionArguments arguments) {
    return new CompletionBinding(provider.name(), provider.scriptKey(), arguments.hash());
  }

  public static CompletionBinding of(Resolution.Declared declared, CompletionArguments arguments) {
    return new CompletionBinding(declared.name(), declared.scriptKey(), arguments.hash());
  }

  /** Who completes it, for people: the path without the word that tells cursors where it lies. */
  public String script() {
    return scriptKey.substring(scriptKey.indexOf(':') + 1);
  }
}
