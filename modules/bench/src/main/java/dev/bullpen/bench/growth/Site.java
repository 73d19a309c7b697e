package dev.bullpen.bench.growth;

import dev.bullpen.bench.race.Limit;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where it is measured.
 *
 * @param folder a temporary one, for projects
 * @param limit the program that starts scripts and does nothing else
 * @param log what the servers write to their standard error
 */
record Site(Path folder, Path limit, Path log) implements AutoCloseable {
  /** Beyond what is asked here: limits of rates and of calls are not what is measured. */
  private static final String UNLIMITED = "1000000";

  private static final double MICROS_PER_MILLI = 1000;

  /**
   * @param work a folder that stays
   * @param source of the limit
   */
  static Site open(Path work, Path source) throws IOException {
    Files.createDirectories(work);
    Path log = Files.writeString(work.resolve("stderr.log"), "");
    Path limit = Limit.compile(source, work);
    return new Site(Files.createTempDirectory(work, "projects"), limit, log);
  }

  /** An empty one. */
  ProjectFixture project(String name) throws IOException {
    return ProjectFixture.in(Files.createDirectories(folder.resolve(name)));
  }

  /** With so many helpers, neither more nor fewer, none of which is ever replaced. */
  Launcher launcher(Path project, int workers) {
    return Launcher.packaged()
        .project(project)
        .visible()
        .workers(workers, workers)
        .with("--jobs-per-helper", "0")
        .with("--completion-rate", UNLIMITED)
        .with("--tool-rate", UNLIMITED)
        .with("--calls-per-tool", UNLIMITED)
        .environment("JAVA_HOME", System.getProperty("java.home"))
        .environment("MCPBASH_TOOL_ALLOWLIST", "*");
  }

  Server start(Launcher launcher) throws IOException {
    return Server.start(launcher, log);
  }

  /** To start a script, read what it prints and wait for it, in C: p50 of so many, ms. */
  double limitMillis(int runs, Path script) throws IOException {
    return Limit.micros(limit, runs, script.toString()) / MICROS_PER_MILLI;
  }

  /** The same with so many threads, ms from one end to the next. */
  double limitMillis(int threads, int runs, Path script) throws IOException {
    return 1000 / Limit.perSecond(limit, threads, runs, script.toString());
  }

  /** Of a tool that {@link ProjectFixture#tool} has made. */
  static Path script(Path project, String tool) {
    return project.resolve("tools/" + tool + "/tool.sh");
  }

  /** Remove the projects. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }
}
