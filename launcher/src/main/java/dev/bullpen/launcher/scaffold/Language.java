package dev.bullpen.launcher.scaffold;

import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The languages of new tools, and the files of their templates. */
enum Language {
  SH("tool.sh", "tool.sh"),
  BASH("tool.bash", "tool.sh"),
  PYTHON("tool.py", "tool.py"),
  NODE("tool.mjs", "tool.mjs"),
  JAVA("tool.java", "tool.java");

  static final String OPTION = "--lang";

  final String template;
  final String file;

  Language(String template, String file) {
    this.template = template;
    this.file = file;
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Language::word).toList();
  }

  static Language of(String word) throws UsageException {
    return Arrays.stream(values())
        .filter(language -> language.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "%s is \"%s\", but must be one of %s.%s"
                        .formatted(
                            OPTION,
                            word,
                            String.join(", ", words()),
                            Suggestion.question(word, words()))));
  }

  /** Whether the file must be executable. Java is compiled instead. */
  boolean isScript() {
    return this != JAVA;
  }
}
