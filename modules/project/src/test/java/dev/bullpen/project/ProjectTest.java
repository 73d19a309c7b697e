package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of a project in a temporary folder, which is empty at first. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // no other module sees tests
public abstract class ProjectTest {
  @TempDir protected Path temporary;
  protected ProjectFixture project;

  @BeforeEach
  protected final void emptyProject() throws IOException {
    project = new ProjectFixture(temporary);
  }
}
