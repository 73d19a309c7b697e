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

  @Override
  public void close() {
    rigs.values().forEach(Rig::close);
  }
}
