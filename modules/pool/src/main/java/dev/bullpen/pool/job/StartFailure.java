package dev.bullpen.pool.job;

import dev.bullpen.posix.Errno;
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
 * Why a script cannot be started, found out from its file: the system gives only a number, and the
 * same one whether the script or its interpreter is missing.
 */
public final class StartFailure {
  /** How programs begin that are no scripts: of Linux, and of macOS. */
  private static final List<String> MAGIC =
      List.of("\177ELF", "\u00cf\u00fa\u00ed\u00fe", "\u00ca\u00fe\u00ba\u00be");

  /** Where the words behind an interpreter are one. */
  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

  private static final String LINE_ENDS =
      "%1$s has the line ends of Windows, so that its first line names the interpreter \"%2$s\\r\". Remove them: sed -i 's/\\r$//' %1$s.";

  private StartFailure() {}

  /**
   * What is wrong with a script that the system is to start, and what to do; empty if it could be
   * started.
   *
   * @param folder where it will run, which a relative interpreter is relative to
   * @param path where env(1) will look for what the first line has it run; empty if that is not
   *     asked
   */
  public static Optional<String> of(Path script, Path folder, String path) {
    if (!Files.isRegularFile(script)) {
      return because(
          Files.notExists(script)
              ? "%s is not there. Put it back."
              : "%s is no file, or in a folder that the user of the server may not enter. Mend that.",
          script);
    }
    String head;
    try (InputStream in = Files.newInputStream(script)) {
      head = new String(in.readNBytes(FirstLine.MOST_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return because("%s cannot be read by the user of the server. Run chmod u+r on it.", script);
    }
    if (!head.startsWith("#!")) {
      return MAGIC.stream().anyMatch(head::startsWith) || head.indexOf('\0') < 0
          ? Optional.empty() // a text is run by bash
          : because(
              "%s is neither a text nor a program of this system. Put one of these in its place.",
              script);
    }
    String line = head.lines().findFirst().orElse("");
    if (head.startsWith(line + "\r")) {
      // With words behind it the line end is part of the last one, and env(1) does not find that.
      return because(LINE_ENDS, script, line.substring(2).strip());
    }
    return FirstLine.of(head).flatMap(first -> ofInterpreter(script, folder, first, path));
  }

  /** Which program the system has refused to start, and, as far as can be found out, why. */
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
          "%s has env find \"%s\" in its first line, all of it as one name. Write env -S %s there.",
          script, line.argument(), line.argument());
    }
    return line.program()
        .filter(program -> !isFound(program, folder, path))
        .flatMap(
            program ->
                because(
                    "%s has env find \"%s\" in its first line, which is nowhere in PATH=%s. Install it, or correct that line.",
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
