package dev.bullpen.pool.job;

import dev.bullpen.posix.SmallFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The first line of a script, as execve(2) reads it.
 *
 * @param interpreter the program that the system starts; "" if the line names none
 * @param argument the rest of the line, which Linux passes to the interpreter as one word
 */
public record FirstLine(String interpreter, String argument) {
  /** How much of a first line the kernel reads; see execve(2). */
  static final int MOST_BYTES = 255;

  private static final String SPLIT = "-S";
  private static final String LONG_SPLIT = "--split-string";

  /** Empty if the file does not begin with {@code #!}, or cannot be read. */
  public static Optional<FirstLine> of(Path script) {
    return new SmallFiles()
        .read(script, MOST_BYTES)
        .flatMap(head -> of(new String(head, StandardCharsets.ISO_8859_1)));
  }

  static Optional<FirstLine> of(String head) {
    if (!head.startsWith("#!")) {
      return Optional.empty();
    }
    String line = head.lines().findFirst().orElse("").substring(2).strip();
    String[] words = line.split("[ \t]+", 2);
    return Optional.of(new FirstLine(words[0], words.length < 2 ? "" : words[1]));
  }

  boolean isByEnv() {
    return interpreter.equals("env") || interpreter.endsWith("/env");
  }

  /** Whether env(1) splits the argument, which the kernel does not. */
  boolean isSplit() {
    return argument.startsWith(SPLIT)
        || argument.startsWith(LONG_SPLIT)
        || argument.matches("-[a-zA-Z]*S.*");
  }

  /** The program that reads the script: the interpreter, or the program that env(1) is to find. */
  public Optional<String> program() {
    if (!isByEnv()) {
      return Optional.of(interpreter).filter(name -> !name.isEmpty());
    }
    String words =
        isSplit() ? argument.replaceFirst("^(--split-string=?|-[a-zA-Z]*S)", "") : argument;
    return Arrays.stream(words.strip().split("[ \t]+"))
        .filter(word -> !word.isEmpty() && !word.startsWith("-") && !word.contains("="))
        .findFirst()
        .filter(word -> word.indexOf('"') < 0 && word.indexOf('\'') < 0 && word.indexOf('$') < 0);
  }
}
