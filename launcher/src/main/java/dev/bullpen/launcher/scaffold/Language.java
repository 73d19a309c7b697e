package dev.bullpen.launcher.scaffold;

import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.UsageException;
import java.util.Arrays;
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

  static Choice words() {
    return Choice.of(Arrays.stream(values()).map(Language::word).toList());
  }

  static Language of(String word) throws UsageException {
    return new Given(OPTION, word).oneOf(words(), Language.class);
  }

  /** Whether the file must be executable. Java is compiled instead. */
  boolean isScript() {
    return this != JAVA;
  }
}
