package dev.bullpen.faults;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One server for each revision that a test class speaks, started when first asked for. */
final class Rigs implements AutoCloseable {
  private final Consumer<ProjectFixture> project;
  private final UnaryOperator<Launcher> launcher;
  private final Map<Revision, Rig> rigs = new EnumMap<>(Revision.class);

  Rigs(Consumer<ProjectFixture> project, UnaryOperator<Launcher> launcher) {
    this.project = project;
    this.launcher = launcher;
  }

  Rig of(Revision revision) {
    return rigs.computeIfAbsent(revision, missing -> Rig.start(missing, project, launcher));
  }

  /**
   * Closes all of them, also if one of them has something to complain about: all that was asked has
   * been answered by now, so nothing of any job may be left.
   */
  @Override
  public void close() {
    AssertionError failed = null;
    for (Rig rig : rigs.values()) {
      try (rig) {
        rig.assertNoJobs();
      } catch (AssertionError e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
