package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfResource;
import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompletionResolverTests extends ProjectTest {
  private static final String ARGUMENT_A = "{\"properties\": {\"a\": {}}}";

  private CompletionProvider script(CompletionRef ref, String argument) {
    return assertInstanceOf(Resolution.Script.class, project.resolve(ref, argument)).provider();
  }

  private static OfPrompt prompt(String name) {
    return new OfPrompt(name);
  }

  private static OfResource resource(String uri) {
    return new OfResource(uri);
  }

  private ProjectFixture registered(String name) throws IOException {
    return project
        .script("completions/m.sh")
        .register(
            "\"completions\": [{\"name\": \"%s\", \"path\": \"completions/m.sh\", \"timeoutSecs\": 7}]"
                .formatted(name));
  }

  @Test
  void a_registered_completion_comes_before_the_script_beside_the_prompt() throws IOException {
    registered("p").prompt("p", ARGUMENT_A).script("prompts/p.completion.sh");
    assertEquals(
        new CompletionProvider(
            "p",
            "manual:completions/m.sh",
            List.of(project.root.resolve("completions/m.sh").toString()),
            Optional.of(Duration.ofSeconds(7)),
            Map.of(),
            Optional.empty(),
            ScriptLimits.NONE),
        script(prompt("p"), "a"));
  }

  @Test
  void a_resource_is_completed_by_its_scheme_in_any_case() throws IOException {
    registered("WordPress://posts/{id}")
        .file(
            "resources/wp.meta.json",
            "{\"name\": \"wp\", \"uriTemplate\": \"WordPress://posts/{id}\"}")
        .file(
            "resources/c.meta.json", "{\"name\": \"c\", \"uriTemplate\": \"Confluence://{page}\"}")
        .script("resources/c.completion.sh");
    for (String uri : List.of("WordPress://posts/{id}", "wordpress://posts/{id}")) {
      assertEquals("manual:completions/m.sh", script(resource(uri), "id").scriptKey(), uri);
    }
    assertEquals(
        "resource:c.completion.sh", script(resource("confluence://{page}"), "page").scriptKey());
  }

  @Test
  void what_is_completed_for_a_uri_is_the_template_that_it_comes_from() throws IOException {
    registered("x://own/{a}")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"x://{host}/{a}\"}")
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"name\": \"r\", \"uri\": \"x://h/r\"}");
    CompletionResolver completions = project.open().completions();
    assertEquals("x://{host}/{a}", completions.completed(resource("X://{host}/{a}"), "a"));
    assertEquals("x://{host}/{a}", completions.completed(resource("x://h/b"), "a"));
    assertEquals("x://h/r", completions.completed(resource("x://h/r"), "a"));
    assertEquals("x://own/{a}", completions.completed(resource("x://own/{a}"), "a"));
    assertEquals("y://h/b", completions.completed(resource("y://h/b"), "a"));
    assertEquals("x://h/b", completions.completed(prompt("x://h/b"), "a"));
  }

  @Test
  void a_completion_of_no_resource_is_found_by_its_scheme_in_any_case() throws IOException {
    registered("Own://thing");
    assertEquals("manual:completions/m.sh", script(resource("own://thing"), "a").scriptKey());
    assertInstanceOf(Resolution.Unknown.class, project.resolve(resource("own://Thing"), "a"));
    assertInstanceOf(Resolution.Unknown.class, project.resolve(prompt("own://thing"), "a"));
  }

  @Test
  void a_registration_says_for_how_long_answers_are_kept() throws IOException {
    project
        .script("completions/m.sh")
        .register(
            "\"completions\": [{\"name\": \"p\", \"path\": \"completions/m.sh\", \"cache\": 60}]")
        .prompt("p", ARGUMENT_A)
        .prompt("q", ARGUMENT_A)
        .script("prompts/q.completion.sh");
    assertEquals(Optional.of(Duration.ofMinutes(1)), script(prompt("p"), "a").cache());
    assertEquals(Optional.empty(), script(prompt("q"), "a").cache());
  }

  @Test
  void a_script_that_is_written_anew_has_another_stamp_also_behind_a_link() throws IOException {
    project.script("lib/real.sh");
    project.link("completions/m.sh", project.root.resolve("lib/real.sh"));
    project.register("\"completions\": [{\"name\": \"p\", \"path\": \"completions/m.sh\"}]");
    CompletionProvider provider = script(prompt("p"), "a");
    Optional<String> before = provider.stamp();
    assertTrue(before.isPresent());
    assertEquals(before, provider.stamp());
    project.script("lib/real.sh", "#!/bin/sh\necho '[\"another\"]'\n");
    assertNotEquals(before, provider.stamp());
    Files.delete(project.root.resolve("lib/real.sh"));
    assertEquals(Optional.empty(), provider.stamp());
  }

  @Test
  void the_script_beside_a_prompt_comes_before_its_declaration() throws IOException {
    project
        .prompt("p", "{\"properties\": {\"a\": {\"enum\": [\"x\"]}}}")
        .script("prompts/p.completion.sh");
    CompletionProvider provider = script(prompt("p"), "a");
    assertEquals("prompt:p.completion.sh", provider.scriptKey());
    assertEquals(Optional.empty(), provider.timeout());
    assertEquals("p.txt", provider.environment().get("MCP_PROMPT_REL_PATH"));
    assertEquals(
        project.root.resolve("prompts/p.txt").toString(),
        provider.environment().get("MCP_PROMPT_PATH"));
    assertEquals(
        "{\"name\":\"p\",\"description\":\"\",\"path\":\"p.txt\",\"arguments\":"
            + "{\"properties\":{\"a\":{\"enum\":[\"x\"]}}},\"role\":\"user\",\"metadata\":null}",
        provider.environment().get("MCP_PROMPT_METADATA"));
  }

  @Test
  void without_a_script_the_declaration_completes() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {\"enum\": [\"x\", \"y\"]}, \"b\": {}}}");
    assertEquals(
        new Resolution.Declared("p", CompletionSource.Values.of(List.of("x", "y"))),
        project.resolve(prompt("p"), "a"));
    assertEquals(
        new Resolution.Declared("p", CompletionSource.Values.NONE),
        project.resolve(prompt("p"), "b"));
    assertEquals(
        "builtin:p", new Resolution.Declared("p", CompletionSource.Values.NONE).scriptKey());
  }

  @Test
  void an_unknown_prompt_is_unknown() throws IOException {
    project.prompt("p", ARGUMENT_A);
    assertEquals(CompletionResolver.NO_PROMPT, project.resolve(prompt("q"), "a"));
    assertEquals(CompletionResolver.NO_PROMPT, project.resolve(prompt(""), "a"));
    assertEquals(CompletionResolver.NO_PROMPT, project.resolve(prompt("../p"), "a"));
  }

  @Test
  void an_undeclared_argument_is_unknown_with_and_without_a_script() throws IOException {
    registered("m").prompt("m", ARGUMENT_A).prompt("p", ARGUMENT_A).prompt("s", ARGUMENT_A);
    project.script("prompts/s.completion.sh").file("prompts/bare.txt", "");
    for (String name : new String[] {"m", "p", "s", "bare"}) {
      assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(prompt(name), "z"), name);
    }
  }

  @Test
  void a_registered_name_in_no_list_is_known_with_any_argument() throws IOException {
    registered("lonely");
    assertEquals("lonely", script(prompt("lonely"), "anything").name());
    assertEquals("lonely", script(resource("lonely"), "anything").name());
  }

  @Test
  void a_prompt_that_does_not_speak_of_arguments_leaves_them_to_its_script() throws IOException {
    project.file("prompts/p.txt", "").script("prompts/p.completion.sh");
    assertEquals("prompt:p.completion.sh", script(prompt("p"), "anything").scriptKey());
    registered("q").file("prompts/q.txt", "");
    assertEquals("manual:completions/m.sh", script(prompt("q"), "anything").scriptKey());
  }

  @Test
  void a_template_is_known_by_itself_and_by_what_matches_it() throws IOException {
    project
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}")
        .script("resources/t.completion.sh");
    for (String uri : List.of("note://{id}", "note://17", "Note://{id}", "Note://17")) {
      CompletionProvider provider = script(resource(uri), "id");
      assertEquals("t", provider.name());
      assertEquals("resource:t.completion.sh", provider.scriptKey());
      assertEquals("note://{id}", provider.environment().get("MCP_RESOURCE_URI"));
      assertEquals("t", provider.environment().get("MCP_RESOURCE_REL_PATH"));
      assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(resource(uri), "other"));
    }
    assertEquals(CompletionResolver.NO_RESOURCE, project.resolve(resource("note://1/2"), "id"));
    assertEquals(CompletionResolver.NO_RESOURCE, project.resolve(resource("note://{id"), "id/"));
  }

  @Test
  void a_template_without_a_script_knows_its_variables_and_offers_nothing() throws IOException {
    project.file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}");
    assertEquals(
        new Resolution.Declared("t", CompletionSource.Values.NONE),
        project.resolve(resource("note://{id}"), "id"));
  }

  @Test
  void a_template_is_completed_by_what_is_registered_under_its_text_or_name() throws IOException {
    project.file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}");
    registered("note://{id}");
    assertEquals("note://{id}", script(resource("note://{id}"), "id").name());
    registered("t");
    assertEquals("t", script(resource("note://{id}"), "id").name());
    assertEquals("t", script(resource("note://5"), "id").name());
    assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(resource("note://5"), "x"));
  }

  @Test
  void a_concrete_resource_has_no_arguments_unless_a_script_says_so() throws IOException {
    project
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"name\": \"r\", \"uri\": \"note://r\"}")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}");
    assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(resource("note://r"), "id"));
    project.script("resources/r.completion.sh");
    CompletionProvider provider = script(resource("note://r"), "anything");
    assertEquals("r", provider.name());
    assertEquals("resource:r.completion.sh", provider.scriptKey());
    assertEquals("r.txt", provider.environment().get("MCP_RESOURCE_REL_PATH"));
    assertEquals("note://r", provider.environment().get("MCP_RESOURCE_URI"));
    assertEquals("file", provider.environment().get("MCP_RESOURCE_PROVIDER"));
    assertEquals(
        "{\"name\":\"r\",\"description\":\"\",\"path\":\"r.txt\",\"uri\":\"note://r\","
            + "\"mimeType\":\"text/plain\",\"provider\":\"file\"}",
        provider.environment().get("MCP_RESOURCE_METADATA"));
    registered("r");
    assertEquals("manual:completions/m.sh", script(resource("note://r"), "anything").scriptKey());
  }

  @Test
  void answers_about_the_unknown_hold_no_path_and_do_not_depend_on_it() throws IOException {
    project.prompt("p", ARGUMENT_A).file("prompts/.hidden.txt", "");
    assertEquals(project.resolve(prompt("nope"), "a"), project.resolve(prompt(".hidden"), "a"));
    for (Resolution.Unknown unknown :
        List.of(
            CompletionResolver.NO_PROMPT,
            CompletionResolver.NO_RESOURCE,
            CompletionResolver.NO_ARGUMENT)) {
      assertFalse(unknown.message().contains(project.root.toString()));
    }
  }

  @Test
  void a_script_without_permission_is_run_by_bash_or_refused() throws IOException {
    project
        .prompt("sh", ARGUMENT_A)
        .prompt("shebang", ARGUMENT_A)
        .prompt("text", ARGUMENT_A)
        .file("completions/a.sh", "echo")
        .file("completions/b", "#!/bin/sh\n")
        .file("completions/c.txt", "echo")
        .register(
            """
            "completions": [{"name": "sh", "path": "completions/a.sh"},
              {"name": "shebang", "path": "completions/b"}, {"name": "text", "path": "completions/c.txt"}]\
            """);
    Path bin = Files.createDirectories(temporary.toRealPath().resolve("bin"));
    project.env.put("PATH", "relative:" + temporary.resolve("nowhere") + ":" + bin);
    assertInstanceOf(Resolution.Broken.class, project.resolve(prompt("sh"), "a"));
    Path bash = Files.writeString(bin.resolve("bash"), "#!/bin/sh\n");
    ProjectFixture.permit(bash, "rwxr-xr-x");
    assertEquals(
        List.of(bash.toString(), project.root.resolve("completions/a.sh").toString()),
        script(prompt("sh"), "a").command());
    assertEquals(
        List.of(bash.toString(), project.root.resolve("completions/b").toString()),
        script(prompt("shebang"), "a").command());
    assertEquals(
        new Resolution.Broken(
            "Completion script not executable",
            "The completion script completions/c.txt cannot be started: its script is not executable. Run chmod +x %s."
                .formatted(project.root.resolve("completions/c.txt"))),
        project.resolve(prompt("text"), "a"));
  }

  @Test
  void one_that_leads_out_is_to_a_client_like_one_that_vanished() throws IOException {
    registered("m");
    Project open = project.open();
    Path script = project.root.resolve("completions/m.sh");
    assertInstanceOf(Resolution.Script.class, open.completions().resolve(prompt("m"), "a"));
    Files.delete(script);
    assertNotFound(open, "there is no such file");
    Path outside = Files.writeString(temporary.resolve("evil.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(outside, "rwxr-xr-x");
    Files.createSymbolicLink(script, outside);
    assertNotFound(open, script + " leads out of the project. Move the script into it.");
  }

  private static void assertNotFound(Project open, String detail) {
    Resolution.Broken broken =
        assertInstanceOf(Resolution.Broken.class, open.completions().resolve(prompt("m"), "a"));
    assertEquals("Completion script not found", broken.message());
    assertTrue(broken.detail().contains(detail), broken.detail());
  }

  @Test
  void a_broken_registration_breaks_every_completion_and_hides_why_from_the_client()
      throws IOException {
    project.prompt("p", ARGUMENT_A).file("server.d/register.json", "{");
    Resolution.Broken broken =
        assertInstanceOf(Resolution.Broken.class, project.resolve(prompt("p"), "a"));
    assertFalse(broken.message().contains("/"), broken.message());
    assertTrue(broken.detail().contains("register.json"), broken.detail());
  }

  @Test
  void metadata_too_long_for_an_environment_is_left_out() throws IOException {
    String most = "x".repeat(RequestVariables.MAX_VARIABLE_BYTES);
    project
        .file("prompts/p.txt", "")
        .file("prompts/p.meta.json", "{\"description\": \"%s\"}".formatted(most))
        .script("prompts/p.completion.sh");
    assertEquals("", script(prompt("p"), "a").environment().get("MCP_PROMPT_METADATA"));
  }
}
