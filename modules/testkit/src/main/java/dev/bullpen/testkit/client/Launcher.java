package dev.bullpen.testkit.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a server is to be started.
 *
 * @param command program and arguments
 * @param environment what is added to the environment of this JVM
 */
public record Launcher(List<String> command, Map<String, String> environment) {
  /** System property that names the packaged product's folder. */
  public static final String FOLDER = "bullpen.launcher";

  private static final String WORKERS = "--workers";
  private static final String OFF = "BULLPEN_TEST_OFF";
  private static final String HIDING = "hiding";
  private static final String UNDER_TEST = "--under-test";

  /** Copies both. */
  public Launcher {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Some program, such as a stub. */
  public static Launcher of(String... command) {
    return new Launcher(List.of(command), Map.of());
  }

  /** The packaged command, in the folder that the system property {@value #FOLDER} names. */
  public static Launcher packaged() {
    Path command = Path.of(System.getProperty(FOLDER, ""), "bin", "launcher");
    if (!Files.isExecutable(command)) {
      throw new IllegalStateException(
          command
              + " is not there: set -D"
              + FOLDER
              + " to the packaged folder; mvn package makes it");
    }
    return of(command.toString());
  }

  /** By the command of a product in another folder. */
  public Launcher in(Path home) {
    List<String> words = new ArrayList<>(command);
    words.set(0, home.resolve("bin/launcher").toString());
    return new Launcher(words, environment);
  }

  /** Serve that project. */
  public Launcher project(Path project) {
    return with("--project", project.toString());
  }

  /** So many helpers kept warm, so many at most. */
  public Launcher workers(int warm, int most) {
    return with(WORKERS, Integer.toString(warm), "--max-workers", Integer.toString(most));
  }

  /** How many helpers {@link #workers} has asked for; 0 if it has not. */
  public int keptWarm() {
    int asked = command.lastIndexOf(WORKERS);
    return asked < 0 ? 0 : Integer.parseInt(command.get(asked + 1));
  }

  /** With further arguments. */
  public Launcher with(String... arguments) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(List.of(arguments));
    return new Launcher(longer, environment);
  }

  /**
   * Started by another program, to which the whole command is given as its last arguments; it may
   * become the command, or stay its parent.
   */
  public Launcher by(String... starter) {
    List<String> longer = new ArrayList<>(List.of(starter));
    longer.addAll(command);
    return new Launcher(longer, environment);
  }

  /** With a further environment variable. */
  public Launcher environment(String name, String value) {
    Map<String, String> more = new TreeMap<>(environment);
    more.put(name, value);
    return new Launcher(command, more);
  }

  /** With these safeguards switched off too, for a negative control. */
  public Launcher off(String... safeguards) {
    List<String> all = new ArrayList<>(List.of(safeguards));
    Optional.ofNullable(environment.get(OFF)).ifPresent(all::add);
    return underTest().environment(OFF, String.join(",", all));
  }

  /**
   * A launcher whose server's descriptors, environment and memory this JVM can read: a server hides
   * them from its own user, so it must not hide unless this JVM runs as root.
   */
  public Launcher visible() {
    return isRoot() ? this : off(HIDING);
  }

  /** One that is soon at rest: idle threads, and idle helpers beyond the warm ones, go at once. */
  public Launcher withoutSpares() {
    return off("spares");
  }

  /** One as it is shipped: nothing is switched off. */
  public Launcher asShipped() {
    List<String> words = new ArrayList<>(command);
    words.remove(UNDER_TEST);
    Map<String, String> others = new TreeMap<>(environment);
    others.remove(OFF);
    return new Launcher(words, others);
  }

  /** Whether this JVM runs as root. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** With a program in place of the helper. */
  public Launcher helper(Path program) {
    return underTest().environment("BULLPEN_TEST_HELPER", program.toString());
  }

  /**
   * With the word, right behind the command's name, without which these variables have no effect.
   */
  private Launcher underTest() {
    List<String> longer = new ArrayList<>(command);
    int name = longer.indexOf(packaged().command.get(0));
    if (!longer.contains(UNDER_TEST)) {
      longer.add(name + 1, UNDER_TEST);
    }
    return new Launcher(longer, environment);
  }

  /** Start it. */
  public McpProcess start() {
    return McpProcess.start(this);
  }
}
