package dev.bullpen.launcher.validate;

import dev.bullpen.pool.job.FirstLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has interpreters look for errors of syntax in scripts. Nothing of the project runs: interpreters
 * that lie in it are not started, and those that are started read alone.
 */
final class SyntaxCheck {
  /** Long enough for a slow disk; no script takes a second. */
  private static final long SECONDS = 10;

  /** For all scripts together; those that are left then are named in a remark. */
  private static final long ALL_SECONDS = 60;

  private static final Pattern PYTHON = Pattern.compile("python[0-9.]*");
  private static final Pattern NODE = Pattern.compile("node|nodejs");
  private static final Pattern SHELL = Pattern.compile("bash|sh|dash|ksh|mksh|ash");

  /** Compiles nothing, writes nothing, and reads the script as Python does. */
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

  private static final Pattern PYTHON_SAYS =
      Pattern.compile("(line [0-9]+(?:, column [0-9]+)?): (.+)");
  private static final Pattern NODE_LINE = Pattern.compile("(?m)^.*:([0-9]+)$");
  private static final Pattern NODE_SAYS = Pattern.compile("(?m)^SyntaxError: (.+)$");
  private static final Pattern SHELL_SAYS =
      Pattern.compile("(?m)^.*?: (?:line )?([0-9]+): (?:[Ss]yntax error: )?(.+)$");

  private final Path root;
  private final Checker checker;

  SyntaxCheck(Path root, java.util.Map<String, String> environment) {
    this.root = root;
    this.checker = new Checker(environment, SECONDS);
  }

  /** What was found. */
  record Result(List<String> problems, List<String> remarks) {}

  Result of(Collection<Path> scripts) {
    List<String> problems = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    long end = System.nanoTime() + ALL_SECONDS * 1_000_000_000L;
    int left = 0;
    for (Path script : scripts) {
      if (System.nanoTime() > end) {
        left++;
      } else {
        check(script, problems, remarks);
      }
    }
    if (left > 0) {
      remarks.add(
          "%d scripts were not looked at for errors of syntax: those before them took more than %d s."
              .formatted(left, ALL_SECONDS));
    }
    return new Result(problems, remarks);
  }

  private void check(Path script, List<String> problems, List<String> remarks) {
    String interpreter = interpreter(script);
    Optional<Path> program = program(interpreter);
    if (program.isEmpty() || !Files.isReadable(script)) {
      return;
    }
    String name = Path.of(interpreter).getFileName().toString();
    List<String> command = command(name, program.get(), script);
    Optional<Checker.Said> said = checker.run(command, Path.of("/"));
    if (said.isEmpty()) {
      remarks.add(
          "%s was not looked at for errors of syntax: %s did not answer within %d s."
              .formatted(script, program.get(), SECONDS));
    } else if (said.get().exitCode() != 0) {
      error(name, said.get().output())
          .ifPresent(error -> problems.add("%s: %s. Correct that.".formatted(script, error)));
    }
  }

  /** A word of the first line, or what scripts of that name are started by; "" if none is known. */
  private static String interpreter(Path script) {
    Optional<String> first = FirstLine.of(script).flatMap(FirstLine::program);
    if (first.isPresent()) {
      return first.get();
    }
    String name = script.getFileName().toString();
    return name.endsWith(".sh") || name.endsWith(".bash") ? "bash" : "";
  }

  private Optional<Path> program(String interpreter) {
    if (interpreter.isEmpty()) {
      return Optional.empty();
    }
    Path path = Path.of(interpreter);
    String name = path.getFileName() == null ? "" : path.getFileName().toString();
    if (!PYTHON.matcher(name).matches()
        && !NODE.matcher(name).matches()
        && !SHELL.matcher(name).matches()) {
      return Optional.empty();
    }
    // Never the program that the project names, which may be anything: the one of that name in
    // PATH.
    return checker.find(name, root);
  }

  private static List<String> command(String name, Path program, Path script) {
    if (PYTHON.matcher(name).matches()) {
      return List.of(program.toString(), "-I", "-S", "-B", "-c", PARSE, script.toString());
    }
    return NODE.matcher(name).matches()
        ? List.of(program.toString(), "--check", script.toString())
        : List.of(program.toString(), "-n", script.toString());
  }

  /** In the form of all errors of a place; empty if the interpreter has said something else. */
  private static Optional<String> error(String name, String output) {
    if (PYTHON.matcher(name).matches()) {
      Matcher said = PYTHON_SAYS.matcher(output);
      return said.find()
          ? Optional.of(said.group(1) + ": a syntax error of Python: " + said.group(2).strip())
          : Optional.empty();
    }
    if (NODE.matcher(name).matches()) {
      Matcher line = NODE_LINE.matcher(output);
      Matcher said = NODE_SAYS.matcher(output);
      return line.find() && said.find()
          ? Optional.of(
              "line %s: a syntax error of JavaScript: %s"
                  .formatted(line.group(1), said.group(1).strip()))
          : Optional.empty();
    }
    Matcher said = SHELL_SAYS.matcher(output);
    return said.find()
        ? Optional.of(
            "line %s: a syntax error of %s: %s"
                .formatted(said.group(1), name, said.group(2).strip()))
        : Optional.empty();
  }
}
