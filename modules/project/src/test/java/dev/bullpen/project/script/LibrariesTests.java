package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.FailingFolder;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Libraries.Library;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibrariesTests extends ProjectTest {

  private List<Library> all() throws RefusedException {
    return new Libraries(project.root).all();
  }

  private RefusedException refusal() {
    return assertThrows(RefusedException.class, this::all);
  }

  @Test
  void a_project_without_a_folder_lib_has_none() throws Exception {
    assertEquals(List.of(), all());
  }

  @Test
  void jars_are_sorted_by_name_and_nothing_else_counts() throws Exception {
    project.file("lib/b.jar", "").file("lib/a.jar", "").file("lib/.c.jar", "");
    project.file("lib/d.jar.bak", "").file("lib/shell.sh", "").file("lib/deep/e.jar", "");

    assertEquals(
        List.of(project.root.resolve("lib/a.jar"), project.root.resolve("lib/b.jar")),
        all().stream().map(Library::path).toList());
  }

  @Test
  void a_folder_that_fails_while_it_is_listed_is_reported_as_unreadable() throws Exception {
    try (FailingFolder lib = FailingFolder.at(project.root.resolve("lib"))) {
      assertTrue(refusal().detail().contains(lib.path() + " cannot be read"), refusal().detail());
    }
  }

  @Test
  void a_changed_jar_has_another_stamp_and_an_unchanged_one_the_same() throws Exception {
    project.file("lib/a.jar", "one");
    List<Library> before = all();

    assertEquals(before, all());
    project.file("lib/a.jar", "three");
    assertNotEquals(before, all());
  }

  @Test
  void a_link_inside_the_project_is_followed_and_one_out_of_it_refused() throws Exception {
    project.file("jars/real.jar", "").file("lib/a.jar", "");
    Path link = project.root.resolve("lib/b.jar");
    Files.createSymbolicLink(link, project.root.resolve("jars/real.jar"));
    assertEquals(project.root.resolve("jars/real.jar"), all().get(1).path());

    Files.delete(link);
    Files.createSymbolicLink(link, Files.writeString(temporary.resolve("out.jar"), ""));
    assertEquals("lib/b.jar leads out of the project", refusal().getMessage());
    assertTrue(refusal().detail().contains("Copy the jar into it"), refusal().detail());

    Files.delete(link);
    Files.createSymbolicLink(link, temporary.resolve("gone.jar"));
    assertEquals("lib/b.jar leads nowhere", refusal().getMessage());
  }

  @Test
  void a_jar_others_may_write_is_refused_with_what_to_do() throws Exception {
    project.file("lib/a.jar", "");
    Path jar = project.root.resolve("lib/a.jar");
    ProjectFixture.permit(jar, "rw-rw-r--");

    assertEquals("lib/a.jar may be written by its group or by everybody", refusal().getMessage());
    assertTrue(refusal().detail().contains("chmod go-w " + jar), refusal().detail());
  }

  @Test
  void a_folder_called_like_a_jar_is_refused() throws Exception {
    project.file("lib/a.jar/x", "");

    assertEquals("lib/a.jar is not a file", refusal().getMessage());
  }
}
