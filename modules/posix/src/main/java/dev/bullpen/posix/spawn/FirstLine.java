package dev.bullpen.posix.spawn;

import dev.bullpen.posix.SmallFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code #!} line of a script, as the kernel reads it; see execve(2).
 *
 * @param interpreter the program that the system starts; "" if the line names none
 * @param argument the rest of the line, which Linux passes to the interpreter as one word
 */
public record FirstLine(String interpreter, String argument) {
  public static final String MARK = "#!";

  /** How much of a first line the kernel reads. */
  public static final int MOST_BYTES = 255;

  /**
   * Up to its end or a NUL, without surrounding blanks. To the kernel only these two characters are
   * blanks.
   */
  private static final Pattern LINE =
      Pattern.compile("^[ \t]*([^\n\0]*?)[ \t]*(?:[\n\0].*)?\\z", Pattern.DOTALL);

  private static final Pattern BLANKS = Pattern.compile("[ \t]+");

  /** Precedes the text that env(1) splits; a blank may follow. */
  private static final Pattern SPLIT = Pattern.compile("^(--split-string=?|-[iv0]*S)");

  /** What env(1) does not take as it is. */
  private static final Pattern UNKNOWN = Pattern.compile("[\"'$]");

  /** Options of env(1) that take the next word. */
  private static final Set<String> WITH_WORD =
      Set.of("-u", "--unset", "-C", "--chdir", "-a", "--argv0");

  /** Empty if the file does not begin with {@code #!}, or cannot be read. */
  public static Optional<FirstLine> of(Path script) {
    return new SmallFiles()
        .read(script, MOST_BYTES)
        .flatMap(head -> of(new String(head, StandardCharsets.ISO_8859_1)));
  }

  /**
   * Empty if the text does not begin with {@code #!}.
   *
   * @param head the first {@link #MOST_BYTES} bytes of a script, each a character
   */
  public static Optional<FirstLine> of(String head) {
    if (!head.startsWith(MARK)) {
      return Optional.empty();
    }
    String line = LINE.matcher(head.substring(MARK.length())).replaceFirst("$1");
    String[] parts = BLANKS.split(line, 2);
    return Optional.of(new FirstLine(parts[0], parts.length == 1 ? "" : parts[1]));
  }

  public boolean isByEnv() {
    return interpreter.equals("env") || interpreter.endsWith("/env");
  }

  /** Whether env(1) splits the argument, which the kernel does not. */
  public boolean isSplit() {
    return SPLIT.matcher(argument).find();
  }

  /** The words of the argument. */
  public List<String> words() {
    return List.of(BLANKS.split(argument));
  }

  /**
   * The program that reads the script: the interpreter, or the program that env(1) searches,
   * without the CR of a line with a DOS line end. Empty if the line names none, or only in quotes
   * or by a variable.
   */
  public Optional<String> program() {
    return Optional.of(isByEnv() ? ofEnv(words().iterator()) : interpreter)
        .map(String::strip)
        .filter(name -> !name.isEmpty());
  }

  private static String ofEnv(Iterator<String> words) {
    while (words.hasNext()) {
      String word = words.next();
      String name = SPLIT.matcher(word).replaceFirst("");
      if (WITH_WORD.contains(word)) {
        if (words.hasNext()) {
          words.next();
        }
      } else if (!name.startsWith("-") && !name.isEmpty() && name.indexOf('=') < 0) {
        return UNKNOWN.matcher(name).find() ? "" : name;
      }
    }
    return "";
  }
}
