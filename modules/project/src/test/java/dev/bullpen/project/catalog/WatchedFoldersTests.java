package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WatchedFoldersTests extends ProjectTest {

  private WatchedFolders folders() {
    return project.open().watchedFolders();
  }

  /** Notes what it is shown, relative to the project. */
  private class Notes implements WatchedFolders.Visitor {
    final Set<String> folders = new TreeSet<>();
    final Set<String> entries = new HashSet<>();

    @Override
    public void folder(Path folder, Optional<Path> only) throws IOException {
      folders.add(project.root.relativize(folder) + only.map(name -> " only " + name).orElse(""));
    }

    @Override
    public boolean see(Path entry) {
      entries.add(project.root.relativize(entry).toString());
      return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private Set<String> shown() throws IOException {
    Notes notes = new Notes();
    assertTrue(folders().visit(notes));
    return notes.folders;
  }

  @Test
  void every_part_is_shown_with_all_below_it_and_nothing_else() throws IOException {
    project
        .file("tools/a/b/tool.sh", "")
        .file("prompts/x", "")
        .file("resources/x", "")
        .file("ui/x/index.html", "")
        .file("server.d/register.json", "{}")
        .file("config/x", "")
        .file("providers/x", "")
        .file("completions/x", "")
        .file("src/x", "");
    assertEquals(
        Set.of(
            "",
            "tools",
            "tools/a",
            "tools/a/b",
            "prompts",
            "resources",
            "ui",
            "ui/x",
            "server.d",
            "config",
            "providers",
            "completions"),
        shown());
  }

  @Test
  void folders_around_a_registered_file_that_come_while_others_are_shown_are_shown_as_well()
      throws IOException {
    project.register("\"tools\": [{\"name\": \"far\", \"path\": \"bin/far/off/far.sh\"}]");
    Files.createDirectory(project.root.resolve("bin"));
    Project opened = project.open();
    opened.catalog();
    Notes notes =
        new Notes() {
          @Override
          public void folder(Path folder, Optional<Path> only) throws IOException {
            if (folder.endsWith("bin")) {
              Files.createDirectories(folder.resolve("far/off"));
            }
            super.folder(folder, only);
          }
        };
    assertTrue(opened.watchedFolders().visit(notes));
    assertTrue(
        notes.folders.containsAll(Set.of("bin only far", "bin/far/off only far.sh")),
        notes.folders.toString());
  }

  @Test
  void hidden_folders_and_links_are_left_out() throws IOException {
    project.file(".registry/x", "").file("tools/.git/x", "").file("far/x", "").tool("a");
    project.link("tools/link", project.root.resolve("far"));
    assertEquals(Set.of("", "tools", "tools/a"), shown());
  }

  @Test
  void a_part_that_leads_out_of_the_project_is_left_out() throws IOException {
    Path outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
    project.link("tools", outside);
    assertEquals(Set.of(""), shown());
  }

  @Test
  void parts_within_each_other_are_walked_once() throws IOException {
    project.tool("a");
    project.env.put("MCPBASH_TOOLS_DIR", project.root.toString());
    assertEquals(Set.of("", "tools", "tools/a", ".. only " + project.root.getFileName()), shown());
  }

  @Test
  void beyond_the_limit_nothing_is_shown_and_that_is_reported() throws IOException {
    // tools, tools/a, and the two files of a tool
    project.tool("a");
    Notes all = new Notes();
    assertTrue(folders().visit(all, 5));
    assertTrue(folders().visit(all, 4));
    assertEquals(4, all.entries.size());
    Notes some = new Notes();
    assertFalse(folders().visit(some, 3));
    assertEquals(3, some.entries.size());
  }

  @Test
  void a_folder_that_may_not_be_read_is_left_out_and_a_failure_is_reported() throws IOException {
    project.tool("a").tool("b");
    assertTrue(visitFailing(new AccessDeniedException("a")));
    assertTrue(visitFailing(new NoSuchFileException("a")));
    assertFalse(visitFailing(new FileSystemException("a", null, "Too many open files")));
    assertThrows(IOException.class, () -> visitFailing(new IOException("User limit reached")));
  }

  private boolean visitFailing(IOException failure) throws IOException {
    return folders()
        .visit(
            new Notes() {
              @Override
              public void folder(Path folder, Optional<Path> only) throws IOException {
                if (folder.endsWith("a")) {
                  throw failure;
                }
              }
            });
  }
}
