package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfResource;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.completion.Resolution;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who completes what where completions are declared, and with which values. */
class DeclaredResolutionTests extends ProjectTest {
  private static final CompletionRef P = new OfPrompt("p");
  private static final CompletionRef NOTE = new OfResource("note://{id}");

  private ProjectFixture registered(String completions) throws IOException {
    return project.register("\"completions\": [" + completions.replace('\'', '"') + "]");
  }

  private Resolution resolve(CompletionRef ref, String argument, Map<String, String> context) {
    return project.open().completions().resolve(ref, argument, context);
  }

  private List<String> offered(CompletionRef ref, String argument, Map<String, String> context)
      throws Exception {
    Project open = project.open();
    Resolution resolution = open.completions().resolve(ref, argument, context);
    Resolution.Declared declared =
        assertInstanceOf(Resolution.Declared.class, resolution, resolution::toString);
    CompletionRequest request =
        new CompletionRequest(ref, Json.object(), argument, "", context, CompletionLimit.NONE);
    CompletionBinding binding = CompletionBinding.of(declared);
    return open.declaredValues(declared).page(request, binding, CompletionPosition.START).values();
  }

  private List<String> offered(CompletionRef ref, String argument) throws Exception {
    return offered(ref, argument, Map.of());
  }

  @Test
  void an_entry_for_the_argument_goes_before_one_for_the_rest() throws Exception {
    project
        .prompt(
            "p", "[{\"name\": \"a\", \"enum\": [\"own\"]}, {\"name\": \"b\"}, {\"name\": \"c\"}]")
        .script("completions/m.sh");
    registered(
        """
        {'name': 'p', 'path': 'completions/m.sh', 'match': 'fuzzy'},
        {'name': 'p', 'argument': 'a', 'values': ['x']},
        {'ref': {'type': 'ref/prompt', 'name': 'p'}, 'argument': 'b', 'values': ['prompt']},
        {'name': 'p', 'argument': 'b', 'values': ['any']}\
        """);
    assertEquals(List.of("x"), offered(P, "a"));
    assertEquals(List.of("prompt"), offered(P, "b"));
    Resolution.Script script = assertInstanceOf(Resolution.Script.class, resolve(P, "c", Map.of()));
    assertEquals(Optional.of(MatchMode.FUZZY), script.match());
    assertEquals(CompletionResolver.NO_ARGUMENT, resolve(P, "d", Map.of()));
    assertEquals(List.of("any"), offered(new OfResource("p"), "b"));
  }

  @Test
  void a_ref_is_for_its_own_kind_only() throws Exception {
    registered(
        """
        {'ref': {'type': 'ref/prompt', 'name': 'p'}, 'values': ['x']},
        {'ref': {'type': 'ref/resource', 'uri': 'r'}, 'argument': 'a', 'values': ['y']}\
        """);
    assertEquals(List.of("x"), offered(P, "anything"));
    assertEquals(CompletionResolver.NO_RESOURCE, resolve(new OfResource("p"), "a", Map.of()));
    assertEquals(List.of("y"), offered(new OfResource("r"), "a"));
    assertEquals(CompletionResolver.NO_ARGUMENT, resolve(new OfResource("r"), "b", Map.of()));
    assertEquals(CompletionResolver.NO_PROMPT, resolve(new OfPrompt("r"), "a", Map.of()));
  }

  @Test
  void a_template_is_found_by_its_text_its_name_and_what_matches_it() throws Exception {
    project.file(
        "resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}/{page}\"}");
    registered(
        """
        {'ref': {'type': 'ref/resource', 'uri': 'note://{id}/{page}'}, 'argument': 'id', 'values': ['x']},
        {'name': 't', 'values': ['rest']}\
        """);
    for (String uri : new String[] {"note://{id}/{page}", "note://1/2"}) {
      assertEquals(List.of("x"), offered(new OfResource(uri), "id"));
      assertEquals(List.of("rest"), offered(new OfResource(uri), "page"));
      assertEquals(CompletionResolver.NO_ARGUMENT, resolve(new OfResource(uri), "z", Map.of()));
    }
  }

  @Test
  void a_variable_is_completed_by_its_name_without_the_blanks_around_it() throws Exception {
    project.file(
        "resources/t.meta.json",
        """
        {"name": "t", "uriTemplate": "note://{project-dir}/{ page }",
         "completions": {"project-dir": ["a", "b"],
           "page": {"context": {"project-dir": {"a": ["1"], "b": ["2"]}}}}}\
        """);
    OfResource template = new OfResource("note://{project-dir}/{ page }");
    assertEquals(List.of("a", "b"), offered(template, "project-dir"));
    assertEquals(List.of("2"), offered(template, "page", Map.of("project-dir", "b")));
    assertEquals(
        List.of("1"), offered(new OfResource("note://a/1"), "page", Map.of("project-dir", "a")));
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void metadata_declares_too_and_what_is_registered_goes_before_it() throws Exception {
    project
        .file("prompts/p.txt", "")
        .file(
            "prompts/p.meta.json",
            """
            {"arguments": [{"name": "a"}, {"name": "b", "enum": ["e"]}, {"name": "c"}],
             "completions": {"a": ["x", "y"], "b": {"enum": true, "match": "substring"},
               "c": ["not this"]}}\
            """)
        .file(
            "resources/t.meta.json",
            """
            {"name": "t", "uriTemplate": "note://{id}", "completions": {"id": ["1", "2"]}}\
            """);
    registered("{'name': 'p', 'argument': 'c', 'values': ['registered']}");
    assertEquals(List.of("x", "y"), offered(P, "a"));
    assertEquals(List.of("e"), offered(P, "b"));
    assertEquals(List.of("registered"), offered(P, "c"));
    assertEquals(List.of("1", "2"), offered(NOTE, "id"));
    assertEquals(MatchMode.SUBSTRING, ((Resolution.Declared) resolve(P, "b", Map.of())).match());
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void what_is_wrong_in_metadata_is_reported_and_the_rest_of_it_counts() throws Exception {
    project
        .file("prompts/p.txt", "")
        .file(
            "prompts/p.meta.json",
            """
            {"arguments": [{"name": "a"}, {"name": "b", "enum": ["e"]}],
             "completions": {"a": ["x"], "b": {"value": ["z"]}}}\
            """);
    assertEquals(List.of("x"), offered(P, "a"));
    assertEquals(List.of("e"), offered(P, "b"));
    assertEquals(1, project.warnings.stream().distinct().count(), project.warnings.toString());
    assertReportedAt(0, project.warnings, "unknown key \"value\"");
    assertReportedAt(0, project.warnings, "Use only");
    String file = project.root.resolve("prompts/p.txt").toString();
    assertTrue(project.warnings.get(0).startsWith(file + ": "), project.warnings.get(0));
  }

  @Test
  void completions_that_are_no_object_are_reported() throws Exception {
    project.file("prompts/p.txt", "").file("prompts/p.meta.json", "{\"completions\": [\"x\"]}");
    project.catalog();
    assertTrue(project.warnings.toString().contains("\"completions\" is ignored"));
  }

  @Test
  void another_arguments_value_decides() throws Exception {
    project
        .prompt("p", "[{\"name\": \"lang\"}, {\"name\": \"fw\", \"enum\": [\"own\"]}]")
        .file("data/c.txt", "libuv\nspring\n");
    registered(
        """
        {'name': 'p', 'argument': 'fw', 'context': {'lang':
          {'java': ['spring', 'quarkus'], 'c': {'file': 'data/c.txt'}, 'own': {'enum': true}}}}\
        """);
    assertEquals(List.of("spring", "quarkus"), offered(P, "fw", Map.of("lang", "java")));
    assertEquals(List.of("libuv", "spring"), offered(P, "fw", Map.of("lang", "c")));
    assertEquals(List.of("own"), offered(P, "fw", Map.of("lang", "own")));
    assertEquals(List.of(), offered(P, "fw", Map.of("lang", "cobol")));
    assertEquals(
        List.of("spring", "quarkus", "libuv", "own"),
        offered(P, "fw", Map.of("other", "java")),
        "without the language everything, each once");
  }

  @Test
  void an_enum_is_that_of_the_argument_or_of_a_tools_property() throws Exception {
    project
        .prompt("p", "{\"properties\": {\"a\": {\"enum\": [\"x\", 7, true]}, \"b\": {}}}")
        .tool(
            "deploy",
            """
            {"name": "deploy", "inputSchema": {"properties": {"region": {"enum": ["eu", "us"]}}}}\
            """)
        .file(
            "resources/t.meta.json",
            """
            {"name": "t", "uriTemplate": "note://{id}", "arguments": [{"name": "id", "enum": ["1"]}]}\
            """);
    registered(
        """
        {'name': 'p', 'argument': 'a', 'enum': true},
        {'name': 'p', 'argument': 'b', 'enum': {'tool': 'deploy', 'property': 'region'}}\
        """);
    assertEquals(List.of("x", "7", "true"), offered(P, "a"));
    assertEquals(List.of("eu", "us"), offered(P, "b"));
    assertEquals(List.of("1"), offered(NOTE, "id"), "a template's declaration needs no word more");
  }

  @Test
  void an_enum_that_is_not_there_is_an_error_without_names_for_the_client() throws Exception {
    project.prompt("p", "[{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}]").tool("t");
    registered(
        """
        {'name': 'p', 'argument': 'a', 'enum': true},
        {'name': 'p', 'argument': 'b', 'enum': {'tool': 'secret', 'property': 'x'}},
        {'name': 'p', 'argument': 'c', 'enum': {'tool': 't', 'property': 'x'}}\
        """);
    for (String argument : new String[] {"a", "b", "c"}) {
      Resolution.Broken broken =
          assertInstanceOf(Resolution.Broken.class, resolve(P, argument, Map.of()));
      assertFalse(broken.message().contains("secret"), broken.message());
      assertTrue(broken.detail().contains("\"" + argument + "\" for \"p\""), broken.detail());
    }
  }

  @Test
  void cursors_are_bound_to_the_argument_of_the_thing() throws Exception {
    registered("{'name': 'p', 'argument': 'a', 'values': ['x']}");
    Resolution.Declared declared = (Resolution.Declared) resolve(P, "a", Map.of());
    assertEquals("p", declared.name());
    assertEquals("declared:a", declared.scriptKey());
  }
}
