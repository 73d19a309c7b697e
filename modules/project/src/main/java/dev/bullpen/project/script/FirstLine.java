package dev.bullpen.project.script;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The line {@code #!} of a script, as the kernel reads it.
 *
 * @param interpreter the path in it
 * @param argument what follows it, which Linux hands over as one word; empty if nothing does
 * @param program what it has run: the last name of the interpreter, of {@code env} the program that
 *     looks for
 */
record FirstLine(String interpreter, String argument, String program) {
  static final String MARK = "#!";

  /** To its end or a NUL, without the blanks around it; only these two are blanks to the kernel. */
  private static final Pattern LINE =
      Pattern.compile("^[ \t]*([^\n\0]*?)[ \t]*(?:[\n\0].*)?$", Pattern.DOTALL);

  private static final Pattern BLANKS = Pattern.compile("[ \t]+");

  private static final String ENV = "env";

  /** Shells in whose language bash can run most scripts. */
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "ash", "ksh", "ksh93", "mksh", "zsh");

  /** Programs that are several, and told by their first argument which. */
  private static final String BUSYBOX = "busybox";

  /** Options of env(1) that take the next word. */
  private static final Set<String> WITH_WORD =
      Set.of("-u", "--unset", "-C", "--chdir", "-a", "--argv0");

  /**
   * The first line of a text.
   *
   * @param head at least the first line, as ISO 8859-1
   */
  static Optional<FirstLine> of(String head) {
    if (!head.startsWith(MARK)) {
      return Optional.empty();
    }
    String line = LINE.matcher(head.substring(MARK.length())).replaceFirst("$1");
    String[] parts = BLANKS.split(line, 2);
    String argument = parts.length == 1 ? "" : parts[1];
    Iterator<String> words = List.of(BLANKS.split(argument)).iterator();
    String name = name(parts[0]);
    return Optional.of(
        new FirstLine(
            parts[0],
            argument,
            switch (name) {
              case ENV -> ofEnv(words);
              case BUSYBOX -> argument.isEmpty() ? name : name(words.next());
              default -> name;
            }));
  }

  private static String ofEnv(Iterator<String> words) {
    while (words.hasNext()) {
      String word = words.next();
      String split = afterSplit(word);
      if (WITH_WORD.contains(word)) {
        if (words.hasNext()) {
          words.next();
        }
      } else if (!split.startsWith("-") && !split.isEmpty() && split.indexOf('=') < 0) {
        return name(split);
      }
    }
    return ENV;
  }

  /** The word that {@code -S} may have before it without a blank. */
  private static String afterSplit(String word) {
    for (String option : List.of("--split-string=", "-S", "-vS")) {
      if (word.startsWith(option)) {
        return word.substring(option.length());
      }
    }
    return word;
  }

  private static String name(String path) {
    String[] names = path.strip().split("/"); // a line of DOS ends in CR
    return names.length == 0 ? path : names[names.length - 1];
  }

  /** Whether bash can take the place of what it names. */
  boolean isOfShell() {
    return SHELLS.contains(program);
  }
}
