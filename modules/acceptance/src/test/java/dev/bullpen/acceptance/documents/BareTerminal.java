package dev.bullpen.acceptance.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A terminal of a new user: an empty home, no locale, no variable but {@code PATH} and {@code
 * HOME}. The working folder looks like an unpacked package, or like a clone that has been built.
 */
final class BareTerminal implements AutoCloseable {
  /** Where the folder of the working folder is, in which the command lies. */
  enum Layout {
    PACKAGE("bin"),
    CLONE("launcher/bin");

    final String commands;

    Layout(String commands) {
      this.commands = commands;
    }
  }

  /**
   * What a script has done.
   *
   * @param output the error output as well
   */
  record Ended(int code, String output) {}

  /** A page has at most twenty commands, each of which starts a server. */
  private static final Duration LIMIT = Duration.ofMinutes(8);

  private static final Duration CLEANING = Duration.ofSeconds(20);

  static final Path PRODUCT =
      Path.of(System.getProperty(Launcher.FOLDER, "")).toAbsolutePath().normalize();

  private static final Observer OBSERVER = Observer.start();

  private final Path folder;
  private final Search mark;
  private final Map<String, String> environment = new TreeMap<>();

  private BareTerminal(Path folder, Search mark) {
    this.folder = folder;
    this.mark = mark;
  }

  /** One in which {@code launcher} is on {@code PATH}. */
  static BareTerminal withLauncher() throws IOException {
    BareTerminal terminal = open(Layout.PACKAGE);
    terminal.environment.put(
        "PATH", terminal.work().resolve("bin") + ":" + terminal.environment.get("PATH"));
    return terminal;
  }

  static BareTerminal open(Layout layout) throws IOException {
    String token = Tokens.fresh();
    Path folder = Files.createDirectory(Path.of(System.getProperty("java.io.tmpdir"), token));
    BareTerminal terminal = new BareTerminal(folder.toRealPath(), Search.token(token));
    Path commands = terminal.work().resolve(layout.commands);
    Files.createDirectories(commands.getParent());
    Files.createDirectory(terminal.home());
    Files.createSymbolicLink(commands, PRODUCT.resolve("bin"));
    Files.createSymbolicLink(terminal.work().resolve("api"), PRODUCT.resolve("api"));
    copy(PRODUCT.resolve("examples"), terminal.work().resolve("examples"));
    terminal.environment.put("HOME", terminal.home().toString());
    // Every script gets PATH, so the folder's name in it is the mark of all that is started here.
    terminal.environment.put(
        "PATH",
        String.join(
            ":",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            System.getenv("PATH"),
            terminal.home().resolve("bin").toString()));
    return terminal;
  }

  /** The working folder. */
  Path work() {
    return folder.resolve("work");
  }

  Path home() {
    return folder.resolve("home");
  }

  /** The environment of all that is run from now on has this variable too. */
  BareTerminal export(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Run a script of {@code sh} to its end, with nothing on its input. */
  Ended run(String script) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Path file = Files.writeString(folder.resolve("script"), "umask 022\n" + script);
    ProcessBuilder builder =
        new ProcessBuilder("sh", file.toString())
            .directory(work().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String said = Files.readString(output);
    assertTrue(ended, () -> "after " + LIMIT + " it still runs: " + said);
    return new Ended(process.exitValue(), said);
  }

  /** Fail unless no process is left of all that was run here. */
  void assertNothingLeft() {
    assertNothingLeft(CLEANING);
  }

  void assertNothingLeft(Duration within) {
    assertEquals(List.of(), OBSERVER.awaitNone(mark, Deadline.in(within)).left());
  }

  @Override
  public void close() throws IOException {
    OBSERVER.killAll(mark, Deadline.in(CLEANING));
    List<Path> paths = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(paths::add);
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Files.copy(
            path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
