package dev.bullpen.server.program;

import dev.bullpen.pool.setting.Encodings;
import dev.bullpen.posix.FileStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a source is compiled: by Bullpen's compiler program, in a JVM that does nothing else.
 *
 * <p>It is started from the class path, not as a module. The JDK's own archive of loaded modules
 * fits only that, and a Java without the compiler's modules then starts and can report that.
 *
 * @param argv the JVM with its flags, as absolute paths, and the program
 * @param environment all of it
 * @param api what providers are compiled against
 * @param stamp differs whenever the same source may be compiled to something else
 */
public record CompilerCommand(
    List<String> argv, Map<String, String> environment, Path api, String stamp) {
  // The exit codes of the program; its own module explains them.
  public static final int DONE = 0;
  public static final int REFUSED = 1;
  public static final int NO_COMPILER = 2;

  /** What a JVM needs to find files by their names, and to place temporary ones. */
  private static final List<String> INHERITED =
      List.of("HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE");

  public CompilerCommand {
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
  }

  public static CompilerCommand of(Path home, Map<String, String> server) {
    Map<String, String> environment = new HashMap<>(server);
    environment.keySet().retainAll(INHERITED);
    Encodings.nameFiles(environment); // a class file has the name of its class
    Path compiler = home.resolve("lib/compiler/bullpen-compiler.jar");
    Path api = home.resolve("api/bullpen-api.jar");
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xmx256m", // the compiler itself takes about 60 MB, large libraries the rest
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xlog:disable",
            "-Xlog:all=error:stderr"));
    argv.addAll(Encodings.flags());
    argv.addAll(List.of("-cp", compiler.toString(), "dev.bullpen.compiler.Main"));
    return new CompilerCommand(argv, environment, api, stamp(compiler, api));
  }

  /** The JDK's build, and the stamps of the two jars. The first jar has the compiler's options. */
  private static String stamp(Path compiler, Path api) {
    return String.join(
        "\n",
        System.getProperty("java.vendor"),
        System.getProperty("java.runtime.version"),
        System.getProperty("java.vm.version"),
        FileStatus.stampBehindLinks(compiler),
        FileStatus.stampBehindLinks(api));
  }

  /**
   * The words that compile one source.
   *
   * @param folder where class files go
   * @param libraries real paths of what it may use beyond the api
   */
  public List<String> words(Path source, Path folder, List<Path> libraries) {
    List<String> words = new ArrayList<>(argv);
    List.of(source, folder, api).forEach(path -> words.add(path.toString()));
    libraries.forEach(library -> words.add(library.toString()));
    return words;
  }
}
