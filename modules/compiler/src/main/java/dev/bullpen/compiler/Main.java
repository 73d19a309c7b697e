package dev.bullpen.compiler;

import dev.bullpen.compiler.SourceText.SourceException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Start of the compiler: {@code SOURCE FOLDER [CLASS-PATH-ENTRY]...}. Class files go into the
 * folder, which exists. The name of the provider's class goes to standard output, on a line of its
 * own. Errors go to the error output, as {@code FILE:LINE: MESSAGE} with the source's line below.
 */
public final class Main {
  /** Compiled; the output names the provider's class. */
  static final int DONE = 0;

  /** The source is wrong; the error output has the place. */
  static final int REFUSED = 1;

  /** This Java can run programs but not compile them. */
  static final int NO_COMPILER = 2;

  /** Neither the source nor Java is wrong. Not 3, the exit code of a JVM without memory. */
  static final int TROUBLE = 4;

  /** Enough to see where the defect is. */
  private static final int TRACE_LINES = 10;

  private Main() {}

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(List.of(arguments), out, err));
  }

  private static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.size() < 2) {
      err.println("usage: SOURCE FOLDER [CLASS-PATH-ENTRY]...");
      return TROUBLE;
    }
    if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
      err.println(
          "This Java has no compiler: %s is a runtime only. Install a JDK, or set JAVA_HOME to one."
              .formatted(System.getProperty("java.home")));
      return NO_COMPILER;
    }
    try {
      List<Path> paths = arguments.stream().map(Path::of).toList();
      Compilation compilation =
          new Compilation(paths.get(0), paths.get(1), paths.subList(2, paths.size()));
      out.println(compilation.run());
      return DONE;
    } catch (SourceException e) {
      err.println(e.getMessage());
      return REFUSED;
    } catch (IOException | RuntimeException e) {
      err.println("The compiler failed: " + e);
      Arrays.stream(e.getStackTrace()).limit(TRACE_LINES).forEach(at -> err.println("  at " + at));
      return TROUBLE;
    }
  }
}
