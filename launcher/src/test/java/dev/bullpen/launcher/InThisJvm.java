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
    Spoken spoken = new Spoken(false);
    Home home = new Home(product, product.resolve("lib/archive/none"));
    try {
      int code = Commands.of(home, environment).run(List.of(words), spoken.console());
      return new Ran(code, spoken.out(), spoken.err());
    } catch (UsageException e) {
      return new Ran(ExitCode.USAGE, spoken.out(), "launcher: " + Shown.of(e.getMessage()) + "\n");
    }
  }
}
