package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.ShortRun;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.spawn.FirstLine;
import dev.bullpen.project.file.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the syntax of scripts with their interpreters. Nothing of the project runs: interpreters
 * only read the scripts, and an interpreter inside the project is not started.
 */
final class SyntaxCheck {
  /** Long enough for a slow disk; no script takes a second. */
  private static final long SECONDS = 10;

  /** The limit for all scripts together. A note counts the unchecked ones. */
  private static final long ALL_SECONDS = 60;

  private static final String PARSE =
      """
      import ast, sys
      try:
          ast.parse(open(sys.argv[1], 'rb').read(), sys.argv[1])
      except SyntaxError as e:
          sys.exit('line %s, column %s: %s' % (e.lineno or 1, e.offset or 1, e.msg))
      except ValueError as e:
          sys.exit('line 1: %s' % e)
      """;

  /**
   * A program that can check a script.
   *
   * @param language empty if the program's name is the language's
   * @param place matches the line, and perhaps the column, in the output
   * @param message matches the message in the output
   */
  private record Interpreter(
      String names, String language, List<String> options, String place, String message) {
    static Optional<Interpreter> of(String name) {
      return ALL.stream().filter(one -> name.matches(one.names)).findFirst();
    }

    /** Such as "line 3: a syntax error of bash: ..."; empty if the output is something else. */
    Optional<String> error(String name, String output) {
      Matcher where = Pattern.compile(place, Pattern.MULTILINE).matcher(output);
      Matcher what = Pattern.compile(message, Pattern.MULTILINE).matcher(output);
      return where.find() && what.find()
          ? Optional.of(
              "line %s: a syntax error of %s: %s"
                  .formatted(
                      where.group(1), language.isEmpty() ? name : language, what.group(1).strip()))
          : Optional.empty();
    }
  }

  private static final List<Interpreter> ALL =
      List.of(
          new Interpreter(
              "python[0-9.]*",
              "Python",
              List.of("-I", "-S", "-B", "-c", PARSE),
              "line ([0-9]+(?:, column [0-9]+)?): .",
              "line [0-9]+(?:, column [0-9]+)?: (.+)"),
          new Interpreter(
              "node|nodejs",
              "JavaScript",
              List.of("--check"),
              "^.*:([0-9]+)$",
              "^SyntaxError: (.+)$"),
          new Interpreter(
              "bash|sh|dash|ksh|mksh|ash",
              "",
              List.of("-n"),
              "^.*?: (?:line )?([0-9]+): .+$",
              "^.*?: (?:line )?[0-9]+: (?:[Ss]yntax error: )?(.+)$"));

  private final Path root;
  private final ShortRun checker;
  private final Findings findings;

  SyntaxCheck(Path root, Map<String, String> all, Findings findings) {
    Map<String, String> environment = new HashMap<>(all);
    environment.keySet().retainAll(Set.of("PATH", "HOME", "TMPDIR"));
    environment.put("LC_ALL", "C.UTF-8");
    this.root = root;
    this.checker = new ShortRun(environment, Duration.ofSeconds(SECONDS));
    this.findings = findings;
  }

  void check(Collection<Path> scripts) {
    long end = System.nanoTime() + ALL_SECONDS * 1_000_000_000L;
    int left = 0;
    for (Path script : scripts) {
      if (System.nanoTime() > end) {
        left++;
      } else {
        check(script);
      }
    }
    if (left > 0) {
      findings.note(
          "%d scripts were not checked for syntax errors: those before them took more than %d s."
              .formatted(left, ALL_SECONDS));
    }
  }

  private void check(Path script) {
    Path named = Path.of(program(script)).getFileName();
    String name = named == null ? "" : named.toString();
    Optional<Interpreter> interpreter = Interpreter.of(name);
    // The program with that name in PATH, never the file that the script names.
    Optional<Path> program = interpreter.flatMap(known -> find(name));
    if (program.isEmpty() || !Files.isReadable(script)) {
      return;
    }
    List<String> command = new ArrayList<>(List.of(program.get().toString()));
    command.addAll(interpreter.get().options());
    command.add(script.toString());
    try {
      Optional<ShortRun.Result> result = checker.run(command, Path.of("/"));
      if (result.isEmpty()) {
        unchecked(script, "%s did not answer within %d s".formatted(program.get(), SECONDS));
      } else if (!result.get().isWhole()) {
        unchecked(
            script, "%s ended with exit code %d".formatted(program.get(), result.get().exitCode()));
      } else if (result.get().exitCode() != 0) {
        interpreter
            .get()
            .error(name, result.get().output())
            .ifPresent(error -> findings.problem("%s: %s. Correct that.".formatted(script, error)));
      }
    } catch (PosixException e) {
      unchecked(script, "%s cannot be started (%s)".formatted(program.get(), e.getMessage()));
    }
  }

  private void unchecked(Path script, String reason) {
    findings.note("%s was not checked for syntax errors: %s.".formatted(script, reason));
  }

  /** A program that lies outside of the project. */
  private Optional<Path> find(String program) {
    return new SearchPath(checker.environment()).find(program).filter(path -> !isOfProject(path));
  }

  private boolean isOfProject(Path program) {
    try {
      return program.startsWith(root) || program.toRealPath().startsWith(root);
    } catch (IOException e) {
      return true;
    }
  }

  /** The interpreter in the first line, or the one for the file's name; "" if none is known. */
  private static String program(Path script) {
    Optional<String> first = FirstLine.of(script).flatMap(FirstLine::program);
    if (first.isPresent()) {
      return first.get();
    }
    String name = script.getFileName().toString();
    return name.endsWith(".sh") || name.endsWith(".bash") ? "bash" : "";
  }
}
