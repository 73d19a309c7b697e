package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.CatalogKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Much to watch is watched. */
@Tag("slow")
class ProjectWatchTimeTests extends ProjectTest {
  private static final int FOLDERS = Rounds.of(500, 2_000);

  @ParameterizedTest
  @EnumSource
  void changes_among_many_folders_are_announced(Way way) throws Exception {
    for (int i = 0; i < FOLDERS; i++) {
      folder(project, "t" + i);
    }
    Path last = project.root.resolve("tools/t" + (FOLDERS - 1));
    try (WatchFixture watch = WatchFixture.start(project.open(), way).ready()) {
      Files.writeString(last.resolve(".saved"), "{\"name\": \"t\", \"description\": \"new\"}");
      Files.move(
          last.resolve(".saved"),
          last.resolve("tool.meta.json"),
          StandardCopyOption.REPLACE_EXISTING);
      assertEquals(Set.of(CatalogKind.TOOLS), watch.next());
      folder(project, "new");
      watch.expect(catalog -> catalog.tool("new").isPresent(), CatalogKind.TOOLS);
    }
  }

  private static void folder(ProjectFixture project, String name) throws IOException {
    Path folder = Files.createDirectories(project.root.resolve("tools/" + name));
    Files.writeString(folder.resolve("tool.sh"), "#!/bin/sh\n");
    Files.writeString(folder.resolve("tool.meta.json"), "{\"name\": \"%s\"}".formatted(name));
  }
}
