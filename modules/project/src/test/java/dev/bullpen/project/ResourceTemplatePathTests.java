package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that clients fill into templates of files as they are, with their slashes. */
class ResourceTemplatePathTests extends ProjectTest {
  private static final String SECRET = "secret of another user";

  /** Attacks that must have been generated, lest a typing error empties the list. */
  private static final int MANY = 500;

  /** Attacks that work where everything may be read; others fail for reasons of their own. */
  private static final int OPEN = 20;

  private String resources;

  @BeforeEach
  void a_project_with_templates_of_files_below_a_hidden_folder() throws IOException {
    project
        .file("resources/repo/.git/HEAD", "main")
        .file("resources/repo/.git/logs/HEAD", "log")
        .file("resources/repo/.git/.secret", SECRET)
        .file("resources/repo/.svn/.git/HEAD", SECRET)
        .file("resources/repo/.env", SECRET)
        .file("resources/.hidden/.git/HEAD", SECRET)
        .file("resources-private/.git/HEAD", SECRET)
        .file("server.d/.git/HEAD", SECRET)
        .file(".git/HEAD", SECRET)
        .file("../outside/.git/HEAD", SECRET);
    template("head", "file:///{repository}/.git/HEAD", "text/x-head");
    template("any", "file:///{repository}/.git/{name}", "text/x-any");
    resources = "file://" + project.root + "/resources/";
  }

  private void template(String name, String uriTemplate, String mimeType) throws IOException {
    project.file(
        "resources/" + name + ".meta.json",
        "{\"name\": \"%s\", \"uriTemplate\": \"%s\", \"mimeType\": \"%s\"}"
            .formatted(name, uriTemplate, mimeType));
  }

  private void link(String name, String target) throws IOException {
    Path link = project.root.resolve("resources").resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }

  private ResourceReading reading() {
    return new ResourceReading(project);
  }

  @Test
  void the_file_is_read_as_the_template_says() throws Exception {
    assertEquals("main", reading().text(resources + "repo/.git/HEAD"));
    assertEquals(
        Optional.of("text/x-head"),
        reading().plan(resources + "repo/.git/HEAD").target().mimeType());
    assertEquals("log", reading().text(resources + "repo/.git/logs/HEAD"));
    assertEquals("main", reading().text("file:///" + resources.substring(7) + "repo/.git/HEAD"));
    String encoded = project.root.toString().substring(1).replace("/", "%2F");
    assertEquals("main", reading().text("file:///" + encoded + "%2Fresources/repo/.git/HEAD"));
    assertEquals("main", reading().text("file:///" + encoded + "/resources/repo/.git/HEAD"));
  }

  @Test
  void it_is_read_where_the_roots_are_named() throws Exception {
    String outside = "file://" + project.root.getParent() + "/outside/.git/HEAD";
    reading().assertNotFound(outside);
    project.env.put("MCP_RESOURCES_ROOTS", project.root.getParent() + "/outside");
    assertEquals(SECRET, reading().text(outside));
    reading().assertNotFound(resources + "repo/.git/HEAD");
  }

  @Test
  void a_provider_of_the_project_s_own_gets_the_whole_path() throws Exception {
    project.script("providers/file.sh");
    ResourceRead.Script script =
        assertInstanceOf(
            ResourceRead.Script.class, reading().plan("file:///a/b%20c/.git/refs/heads"));
    assertEquals("a/b c", script.environment().get("MCP_RESOURCE_VAR_REPOSITORY"));
    assertEquals("refs/heads", script.environment().get("MCP_RESOURCE_VAR_NAME"));
  }

  @Test
  void what_a_template_matches_strictly_is_read_as_that_one_says() throws Exception {
    template("exact", resources + "{name}/.git/HEAD", "text/x-exact");
    assertEquals(
        Optional.of("text/x-exact"),
        reading().plan(resources + "repo/.git/HEAD").target().mimeType());
  }

  @Test
  void without_hidden_names_a_file_is_of_its_own_kind_as_without_a_template() throws Exception {
    project.file("resources/repo/a.json", "{}");
    template("folder", "file:///{folder}/a.json", "inode/directory");
    assertEquals("{}", reading().text(resources + "repo/a.json"));
    assertEquals(
        Optional.of("application/json"),
        reading().plan(resources + "repo/a.json").target().mimeType());
  }

  @Test
  void a_variable_that_would_have_two_values_is_filled_in_with_none() throws Exception {
    template("twice", "file:///{path}/.twice/{path}", "text/plain");
    project.file("resources/.twice/x", SECRET);
    reading().assertNotFound(resources + ".twice/x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../private", "%2e%2e/private", ".%2E/private", "x/../../private", "./../private"})
  void a_path_leads_nowhere_else_than_its_template_spells_out(String path) throws Exception {
    project.file("resources/private/.ssh/key", SECRET).file("resources/public/a/b/.ssh/key", "own");
    template("keys", resources + "public/{folder}/.ssh/key", "text/plain");
    assertEquals("own", reading().text(resources + "public/a/b/.ssh/key"));
    reading().assertNotFound(resources + "private/.ssh/key");
    reading().assertNotFound(resources + "public/" + path + "/.ssh/key");
  }

  @Test
  void completions_are_for_uris_that_a_template_matches_strictly() throws IOException {
    template("named", "file:///{repository}/.git/HEAD", "text/plain");
    project.register(
        "\"completions\": [{\"name\": \"head\", \"argument\": \"repository\", \"values\": [\"a\"]}]");
    for (String known : List.of("file:///{repository}/.git/HEAD", "file:///repo/.git/HEAD")) {
      assertInstanceOf(
          Resolution.Declared.class,
          project.resolve(new CompletionRef.OfResource(known), "repository"));
    }
    assertEquals(
        CompletionResolver.NO_RESOURCE,
        project.resolve(new CompletionRef.OfResource(resources + "repo/.git/HEAD"), "repository"));
  }

  /** URIs of which each is one of a template's if its variables may hold slashes. */
  private Set<String> attacks() throws IOException {
    link("out", "../../outside");
    link("linked/.git", "../../../outside/.git");
    link("file/.git/HEAD", "../../../../outside/.git/HEAD");
    link("seen", ".hidden");
    link("up", "..");
    link("chain", "out");
    link("loop", "loop");
    link("round/.git", "../repo/.git/../../.hidden/.git");
    String[] ups = {"..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "%252e%252e", "...", "%c0%ae%c0%ae"};
    String[] slashes = {"/", "//", "%2f", "%2F", "%252f", "/./", "/%2e/", "%5c", "%c0%af"};
    String[] ends = {"/.git/HEAD", "/.git/x/../HEAD", "/.git/x%2f..%2fHEAD", "/.git//HEAD"};
    Set<String> attacks = new LinkedHashSet<>();
    for (String end : ends) {
      for (String folder :
          new String[] {
            "out",
            "linked",
            "file",
            "seen",
            "up",
            "chain",
            "loop",
            "round",
            "repo/.svn",
            ".hidden",
            "up/server.d",
            "up/resources-private",
            "gone",
            "repo/.git/../.svn",
            "./.hidden"
          }) {
        attacks.add(resources + folder + end);
        attacks.add(resources + folder.replace("/", "%2f") + end);
      }
      for (String up : ups) {
        for (String slash : slashes) {
          attacks.add(resources + up + end);
          attacks.add(resources + "repo" + slash + up + slash + up + slash + "server.d" + end);
          attacks.add(resources + "repo" + slash + up + slash + ".hidden" + end);
          attacks.add(resources + up + slash + up + slash + "outside" + end);
          attacks.add(resources + "repo/.git/" + up + slash + up + slash + ".hidden" + end);
        }
      }
      attacks.add("file://" + project.root + end);
      attacks.add("file://" + project.root.getParent() + "/outside" + end);
      attacks.add("file:///proc/self/root" + project.root + end);
    }
    for (String name :
        List.of(".secret", "../.env", "..%2f.env", "%2e%2e/.env", "%2esecret", "logs/../.secret")) {
      attacks.add(resources + "repo/.git/" + name);
    }
    return attacks;
  }

  @Test
  void no_path_leads_out_and_no_other_hidden_name_is_read() throws Exception {
    Set<String> attacks = attacks();
    assertTrue(attacks.size() >= MANY, () -> attacks.size() + " attacks");
    attacks.forEach(reading()::assertNotFound);
  }

  @Test
  void without_the_roots_many_of_them_would_lead_out() throws Exception {
    project.env.put("MCP_RESOURCES_ROOTS", "/");
    Set<String> attacks = attacks();
    ResourceReading reading = reading();
    int read = 0;
    for (String attack : attacks) {
      try {
        assertEquals(SECRET, reading.text(attack), attack);
        read++;
      } catch (ResourceException e) {
        ResourceReading.assertNotFound(e);
      }
    }
    assertTrue(read >= OPEN, "only " + read + " lead out");
  }
}
