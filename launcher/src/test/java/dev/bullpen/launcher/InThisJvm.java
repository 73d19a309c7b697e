package dev.bullpen.launcher;

import dev.bullpen.posix.log.Shown;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A command of the packaged product, run by this JVM instead of one of its own, which takes longer
 * to start than most commands to run. What the start script and {@code main} do is shown elsewhere.
 */
public final class InThisJvm {
  private InThisJvm() {}

  /**
   * Run it to its end. Files are found from this JVM's folder, so give whole paths. Standard input
   * is not for the command.
   *
   * @param product the folder with bin and lib
   * @param environment all of it
   */
  public static Ran run(Path product, Map<String, String> environment, String... words) {
    Home home = new Home(product, product.resolve("lib/archive/none"));
    return run(Commands.of(home, environment), words);
  }

  /** The same of one command, which may be of another folder than this JVM's. */
  public static Ran run(Command command, String... words) {
    return run(new Commands(List.of(command)), words);
  }

  private static Ran run(Commands commands, String... words) {
    Spoken spoken = new Spoken(false);
    try {
      int code = commands.run(List.of(words), spoken.console());
      return new Ran(code, spoken.out(), spoken.err());
    } catch (UsageException e) {
      return new Ran(ExitCode.USAGE, spoken.out(), "launcher: " + Shown.of(e.getMessage()) + "\n");
    }
  }
}
