package dev.bullpen.project.completion;

import java.util.List;

/**
 * What is chosen of all that a script prints, so that it need neither choose nor order.
 *
 * @param typed what has been typed so far
 */
public record CompletionChoice(String typed, MatchMode match) {
  /** Those that fit, best first, none twice. */
  List<String> of(List<String> suggestions) {
    MatchIndex index = MatchIndex.of(suggestions);
    return index.find(typed, match, 0, index.size()).values();
  }
}
