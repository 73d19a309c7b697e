package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.Choice;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands of the prompt. Any other first word is a tool's name. */
enum Word {
  CALL("TOOL [--ARGUMENT VALUE]...", "call a tool; the word call may be left out"),
  READ("URI", "read a resource"),
  PROMPT("NAME [--ARGUMENT VALUE]...", "get a prompt"),
  LIST("[KIND]", "show the tools, prompts, resources and templates"),
  COMPLETE("NAME --argument A [--value V]", "ask for completions, as TAB does"),
  LOG("LEVEL", "show the server's messages from this level on"),
  HELP("[TOOL]", "show this, or a tool's arguments"),
  QUIT("", "end the server and leave; so does Ctrl-D");

  /** The levels of log messages (specification, "Logging"). */
  static final Choice LEVELS =
      Choice.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final String synopsis;
  private final String summary;

  Word(String synopsis, String summary) {
    this.synopsis = synopsis;
    this.summary = summary;
  }

  String typed() {
    return name().toLowerCase(Locale.ROOT);
  }

  String synopsis() {
    return (typed() + " " + synopsis).strip();
  }

  String summary() {
    return summary;
  }

  static List<Word> all() {
    return List.of(values());
  }

  static Optional<Word> of(String typed) {
    return Arrays.stream(values()).filter(word -> word.typed().equals(typed)).findFirst();
  }
}
