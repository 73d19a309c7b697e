package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.resource.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing outside of the roots is read, and it cannot be distinguished from what is not there. */
class ResourceContainmentTests extends ProjectTest {
  static final String SECRET = "secret of another user";

  Path outside;

  @BeforeEach
  void a_project_among_secrets() throws IOException {
    project
        .file("resources/a.txt", "a")
        .file("resources/sub/b.txt", "b")
        .file("resources/.hidden", SECRET)
        .file("resources/.git/config", SECRET)
        .file("resources/sub/.env", SECRET)
        .file("secret.txt", SECRET)
        .file("server.d/secret.txt", SECRET)
        .file(
            "resources/t.meta.json",
            "{\"name\": \"t\", \"uriTemplate\": \"tmpl://{+path}\", \"provider\": \"file\"}")
        .file("resources/u.meta.json", "{\"name\": \"u\", \"uriTemplate\": \"file:///{+path}\"}");
    outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), SECRET);
    // A sibling whose name begins like the root's.
    Path sibling = Files.createDirectories(project.root.resolve("resources-private"));
    Files.writeString(sibling.resolve("secret.txt"), SECRET);
    link("out.txt", outside.resolve("secret.txt"));
    link("out", outside);
    link("up", Path.of(".."));
    link("far", Path.of("../../outside/secret.txt"));
    link("chain", Path.of("out.txt"));
    link("loop", Path.of("loop"));
    link("loop1", Path.of("loop2"));
    link("loop2", Path.of("loop1"));
    link("visible", Path.of(".hidden"));
    link("nowhere", Path.of("gone"));
  }

  void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(project.root.resolve("resources").resolve(name), target);
  }

  /** Attacks that must have been generated, lest a typing error empties the list. */
  private static final int MANY = 700;

  /** Attacks that work where everything may be read; others fail for reasons of their own. */
  private static final int OPEN = 100;

  /** Links far out of the temporary folder; taken away again, as its deletion warns of them. */
  private void linkFar() throws IOException {
    link("root", Path.of("/"));
    link("zero", Path.of("/dev/zero"));
    link("environ", Path.of("/proc/self/environ"));
  }

  @AfterEach
  void without_the_far_links() throws IOException {
    for (String name : List.of("root", "zero", "environ")) {
      Files.deleteIfExists(project.root.resolve("resources").resolve(name));
    }
  }

  @Test
  void no_path_leads_out_and_all_of_them_count_as_missing() throws Exception {
    linkFar();
    Path fifo = project.root.resolve("resources/fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    Set<String> attacks = new PathAttacks(project.root, outside).all();
    assertTrue(attacks.size() >= MANY, () -> attacks.size() + " attacks");
    ResourceReading reading = new ResourceReading(project);
    assertTimeoutPreemptively(
        Duration.ofSeconds(120), () -> attacks.forEach(reading::assertNotFound));
  }

  @Test
  void without_the_roots_many_of_them_would_lead_out() throws Exception {
    linkFar();
    project.env.put("MCP_RESOURCES_ROOTS", "/");
    ResourceReading reading = new ResourceReading(project);
    int read = 0;
    for (String attack : new PathAttacks(project.root, outside).all()) {
      try {
        reading.text(attack);
        read++;
      } catch (ResourceException e) {
        ResourceReading.assertNotFound(e);
      }
    }
    assertTrue(read >= OPEN, "only " + read + " lead out");
  }

  @Test
  void what_is_inside_is_read_by_each_of_its_names() throws Exception {
    link("in.txt", Path.of("sub/b.txt"));
    ResourceReading reading = new ResourceReading(project);
    String resources = "file://" + project.root + "/resources/";
    for (String inside :
        new String[] {
          resources + "sub/b.txt",
          resources + "sub%2fb%2Etxt",
          resources + "sub/../sub/./b.txt",
          resources + "gone/../sub//b.txt",
          resources + "in.txt",
          resources + "sub/b.txt/.",
          resources.replace("file://", "FILE://localhost") + "sub/b.txt",
          "tmpl://sub/b.txt",
          "tmpl://in.txt"
        }) {
      assertEquals("b", reading.text(inside), inside);
    }
  }

  @Test
  void the_client_gets_the_same_whatever_the_reason_and_the_operator_the_truth() {
    ResourceReading reading = new ResourceReading(project);
    String resources = "file://" + project.root + "/resources/";
    ResourceException missing = reading.failure(resources + "gone");
    ResourceException outsider = reading.failure("file://" + outside + "/secret.txt");
    ResourceException hidden = reading.failure(resources + ".hidden");
    assertTrue(missing.detail().contains("there is no such file"), missing::detail);
    assertTrue(outsider.detail().contains("outside"), outsider::detail);
    assertTrue(outsider.detail().contains("MCP_RESOURCES_ROOTS"), outsider::detail);
    assertTrue(hidden.detail().contains("hidden"), hidden::detail);
    for (ResourceException e : List.of(missing, outsider, hidden)) {
      assertFalse(e.getMessage().contains("/"), e::getMessage);
      assertEquals(missing.kind(), e.kind());
      assertEquals(missing.getMessage(), e.getMessage());
    }
  }

  @Test
  void what_a_template_spells_out_is_not_hidden_and_nothing_else() throws Exception {
    project
        .file("resources/.git/HEAD", "main")
        .file("resources/.git/.secret", SECRET)
        .file("resources/.svn/HEAD", SECRET)
        .file(
            "resources/g.meta.json",
            "{\"name\": \"g\", \"uriTemplate\": \"file:///{+where}/.git/{+file}\"}");
    ResourceReading reading = new ResourceReading(project);
    String resources = "file://" + project.root + "/resources/";
    assertEquals("main", reading.text(resources + ".git/HEAD"));
    reading.assertNotFound(resources + ".git/.secret");
    reading.assertNotFound(resources + ".git/../.svn/HEAD");
    reading.assertNotFound(resources + ".svn/HEAD");
    reading.assertNotFound("file://" + outside + "/.git/HEAD");
  }

  @Test
  void a_hidden_file_that_is_registered_is_read() throws Exception {
    String uri = "file://" + project.root + "/resources/.hidden";
    project.register(
        "\"resources\": [{\"name\": \"h\", \"uri\": \"%s\"}, {\"name\": \"p\", \"uri\": \"own://h\", \"path\": \"sub/.env\", \"provider\": \"file\"}]"
            .formatted(uri));
    ResourceReading reading = new ResourceReading(project);
    assertEquals(SECRET, reading.text(uri));
    assertEquals(SECRET, ResourceReading.text(reading.named("h")));
    assertEquals(SECRET, reading.text("own://h"));
    reading.assertNotFound("file://" + project.root + "/resources/sub/.env");
  }

  @Test
  void a_file_outside_of_the_roots_is_not_read_though_it_is_registered() throws Exception {
    project.register(
        """
        "resources": [
          {"name": "uri", "uri": "file://%1$s/secret.txt"}]
        """
            .formatted(outside));
    ResourceReading reading = new ResourceReading(project);
    reading.assertNotFound("file://" + outside + "/secret.txt");
  }

  @Test
  void a_resource_whose_registered_path_leads_out_is_listed_and_not_read() throws Exception {
    List<String> out = new ArrayList<>(List.of("out.txt", "far", "chain", "out/secret.txt"));
    out.addAll(List.of(outside + "/secret.txt", "../../outside/secret.txt", "gone", "late.txt"));
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < out.size(); i++) {
      entries.add(
          "{\"name\": \"r%1$d\", \"uri\": \"own://%1$d\", \"path\": \"%2$s\", \"provider\": \"file\"}"
              .formatted(i, out.get(i)));
    }
    project.register("\"resources\": [" + String.join(", ", entries) + "]");
    assertEquals(out.size(), project.catalog().resources().size());

    ResourceReading reading = new ResourceReading(project);
    project.env.put("MCP_RESOURCES_ROOTS", "/");
    ResourceReading everywhere = new ResourceReading(project);
    // What was inside when the entry was read may lead out a moment later.
    link("late.txt", outside.resolve("secret.txt"));
    assertEquals(SECRET, everywhere.text("own://" + out.indexOf("late.txt")));
    for (int i = 0; i < out.size(); i++) {
      reading.assertNotFound("own://" + i);
      String name = "r" + i;
      ResourceReading.assertNotFound(
          assertThrows(ResourceException.class, () -> ResourceReading.text(reading.named(name))));
    }
  }

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
