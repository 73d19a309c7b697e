package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the operator makes a root is read, and nothing else. */
class ResourceRootsTests extends ProjectAmongSecrets {
  @Test
  void the_roots_may_be_named() throws Exception {
    Path notes = Files.createDirectories(temporary.toRealPath().resolve(".notes"));
    Files.writeString(notes.resolve("n.txt"), "n");
    Files.writeString(notes.resolve(".h.txt"), SECRET);
    Path alias = Files.createSymbolicLink(temporary.toRealPath().resolve("alias"), notes);
    project.env.put("MCP_RESOURCES_ROOTS", alias + "::server.d:/gone:" + outside);
    ResourceReading reading = new ResourceReading(project);
    assertEquals("n", reading.text("file://" + notes + "/n.txt"));
    assertEquals("n", reading.text("file://" + alias + "/n.txt"));
    assertEquals(SECRET, reading.text("file://" + outside + "/secret.txt"));
    assertEquals(SECRET, reading.text("file://" + project.root + "/server.d/secret.txt"));
    reading.assertNotFound("file://" + notes + "/.h.txt");
    reading.assertNotFound("file://" + project.root + "/resources/a.txt");
    reading.assertNotFound("tmpl://a.txt");
  }

  @Test
  void a_root_may_be_a_file() throws Exception {
    project.env.put("MCP_RESOURCES_ROOTS", outside.resolve("secret.txt").toString());
    ResourceReading reading = new ResourceReading(project);
    assertEquals(SECRET, reading.text("file://" + outside + "/secret.txt"));
    reading.assertNotFound("file://" + outside);
  }

  @Test
  void roots_that_are_not_there_leave_nothing_to_read() {
    project.env.put("MCP_RESOURCES_ROOTS", "/gone");
    new ResourceReading(project).assertNotFound("file://" + project.root + "/resources/a.txt");
  }

  @Test
  void without_a_resources_folder_the_project_is_the_root() throws Exception {
    project.env.put("MCPBASH_RESOURCES_DIR", temporary.resolve("gone").toString());
    ResourceReading reading = new ResourceReading(project);
    assertEquals(SECRET, reading.text("file://" + project.root + "/secret.txt"));
    reading.assertNotFound("file://" + outside + "/secret.txt");
    reading.assertNotFound("file://" + project.root + "/resources/.hidden");
  }

  @Test
  void a_resources_folder_that_leads_out_of_the_project_is_no_root() throws Exception {
    ProjectFixture other = new ProjectFixture(Files.createDirectory(temporary.resolve("o")));
    Files.createSymbolicLink(other.root.resolve("resources"), outside);
    new ResourceReading(other).assertNotFound("file://" + outside + "/secret.txt");
    new ResourceReading(other).assertNotFound("file://" + other.root + "/resources/secret.txt");
  }
}
