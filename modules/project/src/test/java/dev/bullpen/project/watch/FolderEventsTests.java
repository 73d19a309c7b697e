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

/** What is told by either way of noticing, and what is not. */
@ParameterizedClass
@EnumSource
@Tag("slow")
class FolderEventsTests extends ProjectTest {
  /** A change is told by either way within a fraction of it, so silence means none. */
  private static final long SILENCE = Duration.ofMillis(500).toNanos();

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

  /** What was done before may be young enough to be told again. */
  private void settle() {
    try {
      while (events.await(SILENCE)) {
        events.renew();
      }
    } catch (InterruptedException | IOException e) {
      throw new AssertionError(e);
    }
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

  private void assertTold() throws Exception {
    assertTrue(events.await(WatchFixture.DEADLINE.toNanos()));
    events.renew();
    settle();
  }

  private void assertNotTold() throws Exception {
    assertFalse(events.await(SILENCE));
  }

  @Test
  void a_visible_file_is_told_wherever_it_is() throws Exception {
    for (String path :
        new String[] {"VERSION", "prompts/p.txt", "ui/a/index.html", "../elsewhere/tools/a/x"}) {
      write(path);
      assertTold();
    }
  }

  @Test
  void hidden_files_and_folders_are_not() throws Exception {
    write(".registry/tools.json");
    write(".debug");
    write("prompts/.p.txt.swp");
    write("prompts/.git/HEAD");
    assertNotTold();
  }

  @Test
  void neither_is_what_is_below_other_folders_or_beside_a_part_elsewhere() throws Exception {
    write("src/x.txt");
    write("../elsewhere/other/x");
    assertNotTold();
  }

  @Test
  void reading_is_no_change() throws Exception {
    Files.readString(project.root.resolve("prompts/p.txt"));
    project.open().catalog();
    assertNotTold();
  }

  @Test
  void permissions_are_told_and_those_of_a_folder_change_what_is_seen() throws Exception {
    Path prompts = project.root.resolve("prompts");
    ProjectFixture.permit(prompts.resolve("p.txt"), "rw-------");
    assertTold();
    ProjectFixture.permit(prompts, "---------");
    assertTold();
    ProjectFixture.permit(prompts, "rwxr-xr-x");
    assertTold();
    write("prompts/p.txt");
    assertTold();
  }

  @Test
  void more_changes_than_the_system_remembers_are_told() throws Exception {
    // The JDK keeps 512 events of a folder, and then says only that there were more.
    for (int i = 0; i < 600; i++) {
      write("prompts/new" + i);
    }
    assertTold();
    write("prompts/deep/x");
    assertTold();
    write("prompts/deep/x");
    assertTold();
  }
}
