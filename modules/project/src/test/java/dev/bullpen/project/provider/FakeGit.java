package dev.bullpen.project.provider;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The provider git with a git that records its arguments. */
abstract class FakeGit {
  static final String URI = "git+https://git.example/team/repo#main:docs/a.md";

  @TempDir Path folder;
  GitProvider provider;

  @BeforeEach
  void provider() throws Exception {
    provider = new GitProvider(folder).fetching();
  }
}
