package dev.bullpen.pool.job;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.spawn.FirstLine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out from a script's file why it cannot be started. The system returns only a number, which
 * is the same for a missing script and a missing interpreter.
 */
public final class StartFailure {
  /** The first bytes of binary programs, on Linux and on macOS. */
  private static final List<String> MAGIC =
      List.of("\177ELF", "\u00cf\u00fa\u00ed\u00fe", "\u00ca\u00fe\u00ba\u00be");

  /** Linux passes the words after the interpreter as one argument. */
  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

  private static final String LINE_ENDS =
      "%1$s has Windows line ends, so that its first line names the interpreter \"%2$s\\r\". Remove them: sed -i 's/\\r$//' %1$s.";

  private StartFailure() {}

  /**
   * Why a script cannot be started, and what to do; empty if it can.
   *
   * @param folder the script's working directory; relative interpreters are relative to it
   * @param path the PATH in which env(1) searches for the program in the first line; empty to skip
   *     this check
   */
  public static Optional<String> of(Path script, Path folder, String path) {
    if (!Files.isRegularFile(script)) {
      return because(
          Files.notExists(script)
              ? "%s is not there. Put it back."
              : "%s is not a file, or is in a folder that the user of the server may not enter. Correct that.",
          script);
    }
    String head;
    try (InputStream in = Files.newInputStream(script)) {
      head = new String(in.readNBytes(FirstLine.MOST_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return because("%s cannot be read by the user of the server. Run chmod u+r on it.", script);
    }
    if (!head.startsWith(FirstLine.MARK)) {
      return MAGIC.stream().anyMatch(head::startsWith) || head.indexOf('\0') < 0
          ? Optional.empty() // bash runs a text
          : because(
              "%s is neither a text nor a program of this system. Replace it by one of these.",
              script);
    }
    String line = head.lines().findFirst().orElse("");
    if (head.startsWith(line + "\r")) {
      // If words follow, the line end is part of the last word, which env(1) does not find.
      return because(LINE_ENDS, script, line.substring(2).strip());
    }
    return FirstLine.of(head).flatMap(first -> ofInterpreter(script, folder, first, path));
  }

  /** Which program the system refused to start, and why, if known. */
  public static String of(JobRequest request, int errno) {
    String program = request.script().program().argv().get(0);
    boolean isOfTheFile = errno == Errno.ENOENT || errno == Errno.EACCES || errno == Errno.ENOEXEC;
    return (isOfTheFile
            ? of(Path.of(program), request.script().directory(), "")
            : Optional.<String>empty())
        .orElse("%s: %s".formatted(program, Errno.describeStart(errno)));
  }

  private static Optional<String> ofInterpreter(
      Path script, Path folder, FirstLine line, String path) {
    Optional<Path> interpreter = resolve(folder, line.interpreter());
    if (interpreter.filter(Files::isExecutable).isEmpty()) {
      return because(
          "%s names the interpreter \"%s\" in its first line, which is %s. Install it, or correct that line.",
          script,
          line.interpreter(),
          interpreter.filter(Files::exists).isPresent() ? "not executable" : "not there");
    }
    if (!line.isByEnv() || line.argument().startsWith("-") && !line.isSplit()) {
      return Optional.empty();
    }
    if (LINUX && !line.isSplit() && line.argument().matches(".*[ \t].*")) {
      return because(
          "%s has env search for \"%s\" in its first line, as one name. Write env -S %s there.",
          script, line.argument(), line.argument());
    }
    return line.program()
        .filter(program -> !isFound(program, folder, path))
        .flatMap(
            program ->
                because(
                    "%s has env search for \"%s\" in its first line, which is not in PATH=%s. Install it, or correct that line.",
                    script, program, path));
  }

  private static boolean isFound(String program, Path folder, String path) {
    if (path.isEmpty()) {
      return true;
    }
    if (program.contains("/")) {
      return isExecutable(folder, program);
    }
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(entry -> isExecutable(folder, entry + "/" + program));
  }

  private static boolean isExecutable(Path folder, String program) {
    return resolve(folder, program).filter(Files::isExecutable).isPresent();
  }

  private static Optional<Path> resolve(Path folder, String program) {
    try {
      return program.isEmpty() ? Optional.empty() : Optional.of(folder.resolve(program));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> because(String sentence, Object... names) {
    return Optional.of(sentence.formatted(names));
  }
}
