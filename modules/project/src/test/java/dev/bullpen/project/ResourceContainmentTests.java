package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.resource.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing outside of the roots is read, and nobody can tell it from what is not there at all. */
class ResourceContainmentTests extends ProjectAmongSecrets {
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
  void no_path_leads_out_and_all_of_them_look_like_a_missing_file() throws Exception {
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
  void the_client_is_told_the_same_whatever_the_reason_and_the_operator_the_truth() {
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
}
