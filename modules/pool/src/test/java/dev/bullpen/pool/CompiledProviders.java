package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.spi.ToolProvider;

/** Classes with a {@code main}, compiled for one test when the first job is made. */
record CompiledProviders(Path folder, List<String> uncompiled) {
  private static final int OUTPUT_BYTES = 4 * 1024 * 1024;
  private static final int STDERR_TAIL_BYTES = 64 * 1024;

  CompiledProviders(Path folder) {
    this(folder, new ArrayList<>());
  }

  /** A class of that name, whose {@code main} has that body. */
  CompiledProviders main(String name, String body) throws IOException {
    Path source = Files.createDirectories(folder.resolve("source")).resolve(name + ".java");
    Files.writeString(
        source,
        """
        import java.io.*; import java.util.*; import java.util.concurrent.*;
        public class %s {
          static int calls;
          static Object kept;
          public static void main(String[] args) throws Exception {
            %s
          }
        }
        """
            .formatted(name, body));
    uncompiled.add(source.toString());
    return this;
  }

  private void compile() {
    if (uncompiled.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("-d", classes().toString()));
    words.addAll(uncompiled);
    // In this JVM, which compiles the second one ten times as fast as a new one would.
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, javac.run(System.out, System.err, words.toArray(String[]::new)));
    uncompiled.clear();
  }

  Path classes() {
    return folder.resolve("classes");
  }

  JobRequest job(String name, String... arguments) {
    return job(name, TestPool.LONG_ENOUGH, arguments);
  }

  JobRequest job(String name, Duration timeout, String... arguments) {
    return job(name, timeout, Duration.ZERO, arguments);
  }

  JobRequest job(String name, Duration timeout, Duration grace, String... arguments) {
    return job(name, List.of(), timeout, grace, arguments);
  }

  /** With jars, which it may use. */
  JobRequest job(String name, List<Path> libraries) {
    return job(name, libraries, TestPool.LONG_ENOUGH, Duration.ZERO);
  }

  private JobRequest job(
      String name, List<Path> libraries, Duration timeout, Duration grace, String... arguments) {
    compile();
    List<String> argv = new ArrayList<>(List.of(name));
    argv.addAll(List.of(arguments));
    List<String> classPath = new ArrayList<>(List.of(classes().toString()));
    libraries.forEach(jar -> classPath.add(jar.toString()));
    return new JobRequest(
        name,
        Lane.INTERACTIVE,
        new JobRequest.Script(
            new JobRequest.Program(argv, classPath),
            Path.of("/"),
            Map.of("PATH", "/usr/bin:/bin"),
            Map.of("MCP_TOLD", "this")),
        new JobRequest.Limits(OUTPUT_BYTES, 0, STDERR_TAIL_BYTES, timeout, grace),
        Optional.empty());
  }
}
