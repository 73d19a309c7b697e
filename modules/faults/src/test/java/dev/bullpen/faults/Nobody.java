package dev.bullpen.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.client.Launcher;
import java.nio.file.Path;

/** A user who has nothing on this machine, another one for each run of the tests. */
final class Nobody {
  private static final long ID = 61_000 + ProcessHandle.current().pid() % 4_000;

  /** Words before a command that make it this user's. */
  static final String BECOME = "setpriv --reuid %1$d --regid %1$d --clear-groups".formatted(ID);

  private Nobody() {}

  /**
   * A server of this user's, to whom the folder of its project is given; whoever cannot have that
   * skips the test.
   */
  static Launcher starts(Launcher launcher) {
    assumeTrue(
        Sh.succeeds(
            BECOME
                + " sh -c 'test -x $1 && test -x ${JAVA_HOME:-}/bin/java || java -version' sh $1",
            launcher.command().get(0)),
        "a user without processes is needed who can read the product: run this as root");
    int project = launcher.command().indexOf("--project") + 1;
    return launcher.by(
        "/bin/sh",
        "-c",
        "chown -R %1$d \"$0\" && exec %2$s \"$@\"".formatted(ID, BECOME),
        Path.of(launcher.command().get(project)).getParent().toString());
  }
}
