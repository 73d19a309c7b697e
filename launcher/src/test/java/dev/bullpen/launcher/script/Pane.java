package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A command in a terminal of tmux, in which a test types and whose screen it reads. */
final class Pane implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final List<String> PLACES =
      List.of("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin");

  private static final String NOTING = "\"$@\"; echo $? > \"$0.new\"; mv \"$0.new\" \"$0\"";

  private final Path folder;
  private final String tmux;

  private Pane(Path folder, String tmux) {
    this.folder = folder;
    this.tmux = tmux;
  }

  static boolean isPossible() {
    return PLACES.stream().anyMatch(place -> Files.isExecutable(Path.of(place, "tmux")));
  }

  /**
   * Starts a command.
   *
   * @param folder is empty, and is the pane's own
   * @param environment all of it but what tmux adds
   */
  static Pane open(
      Path folder, Map<String, String> environment, int columns, int lines, List<String> command)
      throws IOException {
    Path settings = Files.writeString(folder.resolve("tmux.conf"), "set -g remain-on-exit on\n");
    String tmux =
        PLACES.stream()
            .map(place -> place + "/tmux")
            .filter(file -> Files.isExecutable(Path.of(file)))
            .findFirst()
            .orElseThrow();
    Pane pane = new Pane(folder, tmux);
    List<String> words = new ArrayList<>(List.of("-f", settings.toString(), "new-session", "-d"));
    words.addAll(List.of("-x", Integer.toString(columns), "-y", Integer.toString(lines)));
    // Some versions of tmux do not always notice an end, so a shell around the command notes it.
    words.addAll(List.of("/bin/sh", "-c", NOTING, pane.exit().toString()));
    words.addAll(command);
    pane.tmux(environment, words);
    return pane;
  }

  private String tmux(Map<String, String> environment, List<String> words) {
    List<String> command = new ArrayList<>(List.of(tmux, "-u", "-S", folder.resolve("tmux") + ""));
    command.addAll(words);
    Ran ran = Ran.of(folder, environment, command);
    if (ran.exitCode() != 0) {
      throw new AssertionError(command + ": " + ran);
    }
    return ran.out();
  }

  private String tmux(String... words) {
    return tmux(Map.of("PATH", "/usr/bin:/bin"), List.of(words));
  }

  Pane type(String text) {
    tmux("send-keys", "-l", "--", text);
    return this;
  }

  /**
   * Presses one key.
   *
   * @param key as tmux names it, such as {@code Enter} or {@code C-c}
   */
  Pane press(String key) {
    tmux("send-keys", key);
    return this;
  }

  /** The lines from the top to the last that is not blank, without blanks at their ends. */
  String screen() {
    return tmux("capture-pane", "-p")
        .lines()
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n"))
        .stripTrailing();
  }

  /** The same with the sequences that make colours and the like. */
  String styled() {
    return tmux("capture-pane", "-p", "-e");
  }

  /** Waits until the screen has a part that matches; returns the screen. */
  String awaitScreen(String regex) {
    return await(regex)
        .atMost(LIMIT)
        .until(this::screen, screen -> screen.matches("(?s).*(" + regex + ").*"));
  }

  private Path exit() {
    return folder.resolve("exit");
  }

  /** The command's process, and all below it. */
  List<ProcessHandle> processes() {
    long pid = Long.parseLong(tmux("display-message", "-p", "#{pane_pid}").strip());
    return ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).toList();
  }

  /** Waits for the end of the command; returns its exit code. */
  int awaitExit() throws IOException {
    await("the end of the command").atMost(LIMIT).until(() -> Files.exists(exit()));
    return Integer.parseInt(Files.readString(exit()).strip());
  }

  /** Ends this tmux and what runs in it. */
  @Override
  public void close() throws IOException {
    tmux("kill-server");
    Files.deleteIfExists(exit());
  }
}
