package dev.bullpen.server.program;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** A project folder, a real pool, a cache, and the questions a test asks of {@link Programs}. */
public final class ProgramBench implements AutoCloseable {
  static final String MAIN = "public class Any { public static void main(String[] a) {} }\n";

  /** A compiler that writes a line for each run, then a class and its name. */
  static final String COUNTS = "echo >> runs; echo > \"$2/Any.class\"; echo Any";

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String PATHS =
      System.getProperty("java.class.path")
          + File.pathSeparator
          + System.getProperty("jdk.module.path", "");

  private static final Path API = Path.of("/nowhere/bullpen-api.jar");

  final Path root;
  final Path cache;
  final AtomicLong now = new AtomicLong();
  private final HelperPool pool;
  private final boolean ownsPool;
  private final List<Programs> opened = new ArrayList<>();

  ProgramBench(Path temporary) throws IOException {
    this(temporary, newPool(), true);
  }

  /** With a pool that others use after it. */
  ProgramBench(Path temporary, HelperPool shared) throws IOException {
    this(temporary, shared, false);
  }

  private ProgramBench(Path temporary, HelperPool pool, boolean ownsPool) throws IOException {
    this.pool = pool;
    this.ownsPool = ownsPool;
    root = Files.createDirectories(temporary.toRealPath().resolve("project"));
    cache = temporary.toRealPath().resolve("cache/classes");
  }

  static HelperPool newPool() throws IOException {
    return new HelperPool(new PoolSettings(helper(), PoolSize.of(1, 2), 0, Isolation.AUTO));
  }

  /** Starts a helper from the classes under test. */
  public static HelperCommand helper() {
    return new HelperCommand(
        List.of(JAVA, "-XX:TieredStopAtLevel=1", "-cp", PATHS, "dev.bullpen.helper.Main"),
        Map.of("PATH", "/usr/bin:/bin"));
  }

  /** With the real compiler. */
  Programs programs() {
    return programs(
        List.of(
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            PATHS,
            "dev.bullpen.compiler.Main"),
        "1");
  }

  /** With a shell script for a compiler: $1 is the source, $2 the folder for classes. */
  Programs programs(String script) {
    return programs(List.of("/bin/sh", "-c", script, "compiler"), "1");
  }

  Programs programs(List<String> compiler, String stamp) {
    return programs(compiler, stamp, now::get);
  }

  Programs programs(List<String> compiler, String stamp, LongSupplier clock) {
    Programs programs =
        new Programs(
            pool,
            root,
            new CompilerCommand(compiler, Map.of("PATH", "/usr/bin:/bin"), API, stamp),
            new ClassCache(Optional.of(cache)),
            clock);
    opened.add(programs);
    return programs;
  }

  /** A file of the project, which no other user may write. */
  Path file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return file;
  }

  /** How often {@link #COUNTS} was run. */
  long runs() throws IOException {
    Path runs = root.resolve("runs");
    return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
  }

  /** More than a second later the libraries are checked again. */
  void later() {
    now.addAndGet(Duration.ofMillis(1001).toNanos());
  }

  /** What {@link Programs} says, whenever it does. */
  static final class Asked {
    private final CompletableFuture<Program> found;

    private Asked(CompletableFuture<Program> found) {
      this.found = found;
    }

    /** It is not wanted any more. */
    void cancel() {
      found.cancel(false);
    }

    Program program() throws Exception {
      return found.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
    }

    NoProgramException failure() {
      ExecutionException e = assertThrows(ExecutionException.class, this::program);
      return (NoProgramException) e.getCause();
    }

    /** Whether it was said by now, on the thread that asked. */
    boolean isAnswered() {
      return found.isDone() && !found.isCancelled();
    }
  }

  static Asked ask(Programs programs, String... command) {
    return ask(programs, Lane.LONG, command);
  }

  static Asked ask(Programs programs, Lane lane, String... command) {
    return new Asked(programs.find(lane, List.of(command)));
  }

  static Asked ask(Programs programs, Path file) {
    return ask(programs, file.toString());
  }

  HelperPool pool() {
    return pool;
  }

  /** Names of what is in the cache. */
  List<String> kept() throws IOException {
    return names(cache);
  }

  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public void close() {
    if (ownsPool) {
      pool.close(Duration.ofSeconds(5));
    }
    opened.forEach(Programs::close);
  }
}
