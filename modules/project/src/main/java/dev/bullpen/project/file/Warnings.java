package dev.bullpen.project.file;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Receives a sentence about each ignored thing: what it is, why, and what to do. */
@FunctionalInterface
public interface Warnings {
  /** How many sentences are remembered: more than a project has mistakes, and few megabytes. */
  int MOST_REMEMBERED = 1_000;

  void add(String sentence);

  /**
   * The same with each sentence once, from any thread. After more than {@value #MOST_REMEMBERED}
   * different ones, all may come once more.
   */
  default Warnings once() {
    Set<String> said = ConcurrentHashMap.newKeySet();
    return sentence -> {
      if (said.add(sentence)) {
        add(sentence);
      }
      if (said.size() > MOST_REMEMBERED) {
        said.clear();
      }
    };
  }

  /** The same for one file or entry, whose name precedes every sentence. */
  default Warnings about(Object place) {
    return sentence -> add(place + ": " + sentence);
  }
}
