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
import java.util.function.Predicate;
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
      return Optional.of(
          Files.notExists(script)
              ? "%s is not there. Put it back.".formatted(script)
              : "%s is no file, or in a folder that the user of the server may not enter. Mend that."
                  .formatted(script));
    }
    String head;
    try {
      head = head(script);
    } catch (IOException e) {
      return Optional.of(
          "%s cannot be read by the user of the server. Run chmod u+r on it.".formatted(script));
    }
    if (!head.startsWith("#!")) {
      return MAGIC.stream().anyMatch(head::startsWith) || head.indexOf('\0') < 0
          ? Optional.empty() // a text is run by bash
          : Optional.of(
              "%s is neither a text nor a program of this system. Put one of these in its place."
                  .formatted(script));
    }
    String line = head.lines().findFirst().orElse("");
    if (head.startsWith(line + "\r")) {
      // With words behind it the line end is part of the last one, and env(1) does not find that.
      return Optional.of(LINE_ENDS.formatted(script, line.substring(2).strip()));
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
    if (!is(Files::isExecutable, folder, line.interpreter())) {
      return Optional.of(
          "%s names the interpreter \"%s\" in its first line, which is %s. Install it, or correct that line."
              .formatted(
                  script,
                  line.interpreter(),
                  is(Files::exists, folder, line.interpreter()) ? "not executable" : "not there"));
    }
    if (!line.isByEnv() || line.argument().startsWith("-") && !line.isSplit()) {
      return Optional.empty();
    }
    if (LINUX && !line.isSplit() && line.argument().matches(".*[ \t].*")) {
      return Optional.of(
          "%s has env find \"%s\" in its first line, all of it as one name. Write env -S %s there."
              .formatted(script, line.argument(), line.argument()));
    }
    return line.program()
        .filter(program -> !isFound(program, folder, path))
        .map(
            program ->
                "%s has env find \"%s\" in its first line, which is nowhere in PATH=%s. Install it, or correct that line."
                    .formatted(script, program, path));
  }

  private static boolean isFound(String program, Path folder, String path) {
    if (path.isEmpty()) {
      return true;
    }
    if (program.contains("/")) {
      return is(Files::isExecutable, folder, program);
    }
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(entry -> is(Files::isExecutable, folder, entry + "/" + program));
  }

  private static boolean is(Predicate<Path> so, Path folder, String program) {
    try {
      return !program.isEmpty() && so.test(folder.resolve(program));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String head(Path script) throws IOException {
    try (InputStream in = Files.newInputStream(script)) {
      return new String(in.readNBytes(FirstLine.MOST_BYTES), StandardCharsets.ISO_8859_1);
    }
  }
}
