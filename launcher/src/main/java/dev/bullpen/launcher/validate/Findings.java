package dev.bullpen.launcher.validate;

import dev.bullpen.posix.log.Shown;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was found in a project, in the order in which it was found; what is found twice is one. */
final class Findings {
  private final Set<String> problems = new LinkedHashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();

  void problem(String sentence) {
    problems.add(Shown.of(sentence));
  }

  void problemInLines(String text) {
    problems.add(text);
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  List<String> problems() {
    return List.copyOf(problems);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
