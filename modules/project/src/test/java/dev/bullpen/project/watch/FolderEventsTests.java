package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What either kind of watch reports, and what it does not. */
@ParameterizedClass
@EnumSource
@Tag("slow")
class FolderEventsTests extends ProjectTest {
  /** The system reports a change within a fraction of this time, so silence means none. */
  private static final Duration SILENCE = Duration.ofMillis(500);

  @Parameter Way way;
  private FolderWatch.Events events;

  @BeforeEach
  void a_project_whose_tools_are_elsewhere() throws IOException {
    project.file("prompts/p.txt", "").file("src/x.txt", "");
    Path tools = Files.createDirectories(temporary.toRealPath().resolve("elsewhere/tools"));
    project.env.put("MCPBASH_TOOLS_DIR", tools.toString());
    open();
  }

  private void open() throws IOException {
    if (events != null) {
      events.close();
    }
    events = way.open(project.open().watchedFolders());
    settle();
  }

  /** Earlier changes may be recent enough to be reported again. */
  private void settle() {
    try {
      while (isReported()) {
        events.renew();
      }
    } catch (InterruptedException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A poll waits for its next scan, however late that is, and then says what the scan has found.
   */
  private boolean isReported() throws InterruptedException {
    return events.await((way == Way.POLLED ? WatchFixture.DEADLINE : SILENCE).toNanos());
  }

  @AfterEach
  void close() throws IOException {
    events.close();
  }

  private void write(String path) throws IOException {
    Path file = project.root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "new");
  }

  private void assertNoticed() throws Exception {
    assertTrue(events.await(WatchFixture.DEADLINE.toNanos()));
    events.renew();
    settle();
  }

  private void assertNotNoticed() throws Exception {
    assertFalse(isReported());
  }

  @Test
  void a_visible_file_is_noticed_wherever_it_is() throws Exception {
    for (String path :
        new String[] {"VERSION", "prompts/p.txt", "ui/a/index.html", "../elsewhere/tools/a/x"}) {
      write(path);
      assertNoticed();
    }
  }

  @Test
  void hidden_files_and_folders_are_not() throws Exception {
    write(".registry/tools.json");
    write(".debug");
    write("prompts/.p.txt.swp");
    write("prompts/.git/HEAD");
    assertNotNoticed();
  }

  @Test
  void neither_is_what_is_below_other_folders_or_beside_a_part_elsewhere() throws Exception {
    write("src/x.txt");
    write("../elsewhere/other/x");
    assertNotNoticed();
  }

  @Test
  void reading_is_no_change() throws Exception {
    Files.readString(project.root.resolve("prompts/p.txt"));
    project.open().catalog();
    assertNotNoticed();
  }

  @Test
  void permissions_are_noticed_and_those_of_a_folder_change_what_is_seen() throws Exception {
    Path prompts = project.root.resolve("prompts");
    ProjectFixture.permit(prompts.resolve("p.txt"), "rw-------");
    assertNoticed();
    ProjectFixture.permit(prompts, "---------");
    assertNoticed();
    ProjectFixture.permit(prompts, "rwxr-xr-x");
    assertNoticed();
    write("prompts/p.txt");
    assertNoticed();
  }

  @Test
  void more_changes_than_the_system_remembers_are_noticed() throws Exception {
    // The JDK keeps 512 events of a folder, and then says only that there were more.
    for (int i = 0; i < 600; i++) {
      write("prompts/new" + i);
    }
    assertNoticed();
    write("prompts/deep/x");
    assertNoticed();
    write("prompts/deep/x");
    assertNoticed();
  }
}
