package dev.bullpen.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders of this installation.
 *
 * @param folder with bin, lib and examples
 * @param archive for class archives of this JDK and these jars; need not exist
 */
public record Home(Path folder, Path archive) {
  /** From the properties that the start script sets. */
  static Home current() throws UsageException {
    return new Home(property("bullpen.home"), property("bullpen.archive"));
  }

  /** The command itself, to start a server. */
  public Path command() {
    return folder.resolve("bin").resolve("launcher");
  }

  /**
   * The command to write into files that last, such as a client's configuration. In a checkout it
   * is the command that builds first, because the build's own folder is replaced by the next build.
   */
  Path lastingCommand() {
    Path builds = folder.resolveSibling("../bin/launcher").normalize();
    return folder.getParent() != null
            && folder.getParent().endsWith("launcher/target")
            && Files.isExecutable(builds)
        ? builds
        : command();
  }

  public Path example(String name) {
    return folder.resolve("examples").resolve(name);
  }

  /** The templates of {@code launcher new} and {@code launcher scaffold}. */
  public Path templates() {
    return folder.resolve("templates");
  }

  private static Path property(String name) throws UsageException {
    return Optional.ofNullable(System.getProperty(name))
        .map(Path::of)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s is not set. Start Bullpen by bin/launcher.".formatted(name)));
  }
}
