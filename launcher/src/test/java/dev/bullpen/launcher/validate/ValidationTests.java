package dev.bullpen.launcher.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.ShortRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationTests {
  @TempDir Path temporary;
  private Path root;
  private final Map<String, String> env = new HashMap<>();

  @BeforeEach
  void a_project_in_order() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    permit("", "rwxr-xr-x");
    env.put("PATH", System.getenv("PATH"));
    script("tools/greet/tool.sh", "#!/bin/sh\n");
    file("tools/greet/tool.meta.json", "{\"name\": \"greet\"}");
    file("server.d/server.meta.json", "{\"name\": \"test\"}");
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    for (Path at = file.getParent(); at.startsWith(root); at = at.getParent()) {
      permit(root.relativize(at).toString(), "rwxr-xr-x");
    }
    Files.writeString(file, text);
    permit(path, "rw-r--r--");
  }

  private void script(String path, String text) throws IOException {
    file(path, text);
    permit(path, "rwxr-xr-x");
  }

  private void permit(String path, String permissions) throws IOException {
    Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString(permissions));
  }

  private String path(String path) {
    return root.resolve(path).toString();
  }

  private List<String> problems() throws Exception {
    return findings().problems();
  }

  private Findings findings() throws Exception {
    Validation validation = new Validation(root, temporary, env);
    validation.run();
    return validation.findings();
  }

  private List<String> notes() throws Exception {
    return findings().notes();
  }

  /** That this is the only thing that is wrong. */
  private void assertProblem(String... words) throws Exception {
    List<String> problems = problems();
    assertEquals(1, problems.size(), problems.toString());
    for (String word : words) {
      assertTrue(problems.get(0).contains(word), problems.get(0));
    }
  }

  @Test
  void in_a_project_in_order_nothing_is_wrong() throws Exception {
    assertEquals(List.of(), problems());
  }

  @Test
  void invisible_characters_are_noted_where_they_stand() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"name\": \"greet\", \"description\": \"Two\\nlines\\u202e and \\u200b\", \"inputSchema\":"
            + " {\"type\": \"object\", \"properties\": {\"n\": {\"description\": \"\\u001b[8m\"}}}}");
    List<String> hidden = notes().stream().filter(note -> note.contains("cannot be seen")).toList();
    assertEquals(
        List.of(
            "tool \"greet\": description has characters that cannot be seen (\\u202e, \\u200b). Remove"
                + " them, unless they are meant.",
            "tool \"greet\": inputSchema.properties.n.description has characters that cannot be seen"
                + " (\\u001b). Remove them, unless they are meant."),
        hidden);
  }

  @Test
  void joined_letters_and_emoji_are_seen() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"name\": \"greet\", \"description\": \"\ud83d\udc69\u200d\ud83d\udcbb \u2764\ufe0f \u0645\u06cc\u200c\u062e\"}");
    assertEquals(
        List.of(), notes().stream().filter(note -> note.contains("cannot be seen")).toList());
  }

  @Test
  void a_schema_that_cannot_be_used_is_named_with_its_file_and_place() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"name\": \"greet\", \"outputSchema\": {\"properties\": {\"x\": {\"type\": \"int\"}}}}");
    assertProblem(path("tools/greet/tool.meta.json"), "outputSchema", "/properties/x/type");
  }

  @Test
  void a_pattern_that_clients_may_refuse_is_a_note() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"name\": \"greet\", \"inputSchema\": {\"properties\": {\"x\": {\"pattern\": \"\\\\Aa\"}}}}");
    assertEquals(List.of(), problems());
    assertTrue(notes().toString().contains("means nothing there; write \"^\""), notes().toString());
  }

  @Test
  void a_list_of_several_pages_is_a_note() throws Exception {
    for (int i = 0; i < 3; i++) {
      file("resources/r" + i + ".txt", "x");
    }
    env.put("BULLPEN_PAGE_SIZE", "2");
    assertEquals(List.of(), problems());
    assertTrue(
        notes().toString().contains("resources, and a page of their list has 2"),
        notes().toString());
    env.put("BULLPEN_PAGE_SIZE", "50");
    assertEquals(List.of(), notes());
  }

  @Test
  void a_token_with_which_no_server_starts_is_a_problem() throws Exception {
    env.put("MCPBASH_REMOTE_TOKEN", "short");
    assertProblem("MCPBASH_REMOTE_TOKEN has 5 characters");
  }

  @ParameterizedTest
  @CsvSource({
    "MCPBASH_MAX_CONCURRENT_REQUESTS,abc",
    "BULLPEN_WORKERS,none",
    "MCPBASH_HTTPS_TIMEOUT,999",
    "MCPBASH_HTTPS_MAX_BYTES,x",
    "MCPBASH_HTTPS_ALLOW_HOSTS,http://x/",
    "MCPBASH_HTTPS_ALLOW_ALL,maybe",
    "MCPBASH_REGISTRY_DIR,/dev/null/x"
  })
  void what_a_server_would_log_of_its_settings_is_reported(String variable, String value)
      throws Exception {
    env.put(variable, value);
    assertProblem(variable);
  }

  @Test
  void a_tool_that_is_a_problem_is_no_note_as_well() throws Exception {
    for (String folder : List.of("a", "b")) {
      script("tools/" + folder + "/tool.sh", "#!/bin/sh\n");
      file("tools/" + folder + "/tool.meta.json", "{\"name\":\"same\",\"description\":\"d\"}");
    }
    assertProblem(path("tools/b/tool.sh") + " is ignored");
    assertEquals(List.of(), notes());
  }

  @Test
  void a_policy_that_is_not_trusted_is_reported() throws Exception {
    file("server.d/policy.sh", "");
    permit("server.d", "rwxrwxrwx");
    assertProblem(
        "No tool may be called", "cannot be trusted", "chmod go-w " + path("server.d") + ".");
  }

  @Test
  void a_folder_that_cannot_be_read_is_not_an_empty_one() throws Exception {
    // As good as a folder that must not be entered, which nothing is to root.
    Files.delete(root.resolve("server.d/server.meta.json"));
    Files.delete(root.resolve("server.d"));
    Files.createSymbolicLink(root.resolve("server.d"), root.resolve("server.d"));
    String all = String.join("\n", problems());
    assertTrue(all.contains("register.json: not trusted because"), all);
    assertTrue(all.contains("No tool may be called"), all);
    assertTrue(all.contains("server.meta.json is ignored"), all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#!/bin/sh\\r\\n | Windows line ends",
        "#!/no/such/python\\n | the interpreter \"/no/such/python\"",
        "#!/usr/bin/env nosuchprogram\\n | env search for \"nosuchprogram\"",
        "MZ\0x | neither a text nor a program",
      })
  void a_script_that_cannot_start_is_named(String text, String why) throws Exception {
    script("tools/greet/tool.sh", text.replace("\\n", "\n").replace("\\r", "\r"));
    assertProblem(path("tools/greet/tool.sh"), why);
  }

  @Test
  void so_is_a_provider_a_prompt_and_a_completion() throws Exception {
    script("providers/own.sh", "MZ\0");
    script("prompts/p.sh", "MZ\0");
    file("prompts/p.meta.json", "{\"name\": \"p\", \"render\": \"script\"}");
    script("prompts/p.completion.sh", "MZ\0");
    List<String> problems = problems();
    assertEquals(3, problems.size(), problems.toString());
  }

  @Test
  void what_is_not_wrong_is_a_note() throws Exception {
    script("tools/greet/other.sh", "#!/bin/sh\n");
    script("tools/greet/lib/deep/helper", "#!/bin/sh\n");
    file("tools/greet/README.md", "");
    file("tools/greet/smoke.sh", "");
    file("tools/lonely/run.sh", "");
    file("server.d/register.sh", "#!/bin/bash\n");
    permit("tools/greet/tool.sh", "rw-r--r--");
    assertEquals(List.of(), problems());
    assertEquals(
        List.of(
            path("tools/greet/lib/deep/helper")
                + " is not published: it counts as a helper script of the tool greet. To publish it,"
                + " describe it in helper.meta.json beside it.",
            path("tools/greet/other.sh")
                + " is not published: it counts as a helper script of the tool greet. To publish it,"
                + " describe it in other.sh.meta.json beside it.",
            path("tools/lonely/run.sh")
                + " is not published: it is not executable, or its metadata cannot be used. To publish it,"
                + " describe it in run.sh.meta.json beside it.",
            path("tools/greet/tool.sh")
                + " is not executable, so bash runs it, whatever its first line says. Run chmod"
                + " +x on it.",
            "server.d/register.sh is not run, so nothing it registers is served: the operator has"
                + " not allowed it. Set MCPBASH_ALLOW_PROJECT_HOOKS=true for the server."),
        notes());
    env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    assertEquals(List.of(), problems());
    assertTrue(notes().get(4).contains("is run only by servers"), notes().toString());
  }

  @Test
  void a_completion_of_what_is_in_no_list_works_and_is_a_note() throws Exception {
    script("completions/branches.sh", "#!/bin/sh\n");
    file("prompts/listed.txt", "");
    file(
        "server.d/register.json",
        """
        {"version": 1, "completions": [
          {"name": "listed", "path": "completions/branches.sh"},
          {"name": "branches", "argument": "one", "path": "completions/branches.sh"},
          {"name": "branches", "argument": "other", "path": "completions/branches.sh"}]}
        """);
    assertEquals(List.of(), problems());
    assertEquals(
        List.of(
            path("server.d/register.json")
                + ": the completion for \"branches\" is for a name that is in no list, so only clients that know"
                + " the name use it. Correct the name if a listed item is meant."),
        notes());
  }

  @Test
  void two_of_one_name_are_both_named_by_their_files() throws Exception {
    file("resources/a.txt", "");
    file("resources/a.md", "");
    assertProblem(
        path("resources/a.txt") + " is ignored", "the resource of " + path("resources/a.md"));
  }

  @Test
  void metadata_beside_a_symbolic_link_is_reported_as_one() throws Exception {
    script("lib/real.sh", "#!/bin/sh\n");
    file("tools/linked/tool.meta.json", "{\"name\": \"linked\"}");
    Files.createSymbolicLink(root.resolve("tools/linked/tool.sh"), root.resolve("lib/real.sh"));
    assertProblem(path("tools/linked/tool.sh") + " is a symbolic link");
  }

  @Test
  void metadata_without_a_file_is_reported() throws Exception {
    file("resources/x.meta.json", "{\"uri\": \"own://x\"}");
    file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"own://{x}\"}");
    assertProblem(path("resources/x.meta.json") + " is ignored: there is no file with that name");
  }

  private void assertAmong(String... words) throws Exception {
    List<String> problems = problems();
    assertTrue(
        problems.stream().anyMatch(one -> Stream.of(words).allMatch(one::contains)),
        problems::toString);
  }

  @Test
  void a_misspelt_key_is_a_problem_with_the_key_that_is_meant() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        """
        {"name": "greet", "descripton": "x", "input_schema": {}, "timeout": 5, "parameters": {},
         "annotations": {"readOnly": true}, "colour": "red", "_comment": "", "x-own": 1}
        """);
    String where = path("tools/greet/tool.meta.json");
    assertAmong(where, "\"descripton\" is ignored", "Did you mean \"description\"?");
    assertAmong(where, "\"input_schema\"", "Did you mean \"inputSchema\"?");
    assertAmong(where, "\"timeout\"", "Did you mean \"timeoutSecs\"?");
    assertAmong(where, "\"parameters\"", "Did you mean \"inputSchema\"?");
    assertAmong(where, "\"annotations.readOnly\"", "Did you mean \"annotations.readOnlyHint\"?");
    assertEquals(5, problems().size(), problems().toString());
    assertEquals(
        List.of(where + ": \"colour\" is ignored: it is no key of a tool's metadata."), notes());
  }

  @Test
  void a_tools_annotations_are_of_their_type_and_not_those_of_content() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"annotations\": {\"readOnlyHint\": \"yes\", \"audience\": [\"user\"], \"priority\": 1}}");
    file("resources/r.txt", "");
    file(
        "resources/r.meta.json",
        "{\"annotations\": {\"audience\": [\"user\"], \"priority\": 1, \"openWorldHint\": true}}");
    assertProblem("\"annotations.readOnlyHint\" is not shown to clients: \"yes\" is neither");
    String ofTool = "is ignored: it is no key of the \"annotations\" of a tool.";
    assertEquals(
        List.of(
            path("tools/greet/tool.meta.json") + ": \"annotations.audience\" " + ofTool,
            path("tools/greet/tool.meta.json") + ": \"annotations.priority\" " + ofTool,
            path("resources/r.meta.json")
                + ": \"annotations.openWorldHint\" is ignored: it is no key of the \"annotations\""
                + " of a resource."),
        notes());
  }

  @Test
  void so_it_is_in_prompts_resources_the_server_and_a_registration() throws Exception {
    file("prompts/p.txt", "");
    file("prompts/p.meta.json", "{\"arguments\": [{\"name\": \"a\", \"requird\": true}]}");
    file("resources/r.txt", "");
    file("resources/r.meta.json", "{\"mimetype\": \"text/plain\"}");
    file("server.d/server.meta.json", "{\"nmae\": \"x\"}");
    file(
        "server.d/register.json",
        "{\"version\": 1, \"prompts\": [{\"name\": \"q\", \"path\": \"p.txt\", \"titel\": \"Q\"}]}");
    assertAmong(path("prompts/p.meta.json"), "\"arguments.requird\"", "required");
    assertAmong(path("resources/r.meta.json"), "\"mimetype\"", "mimeType");
    assertAmong(path("server.d/server.meta.json"), "\"nmae\"", "name");
    assertAmong(path("server.d/register.json") + ": prompts[0]", "\"titel\"", "title");
  }

  @Test
  void what_mcp_bash_knows_is_no_unknown_key() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        """
        {"name": "greet", "title": "t", "description": "d", "timeoutHint": "h", "icons": [],
         "arguments": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
         "outputSchema": {"type": "object"}, "annotations": {"openWorldHint": true}, "_meta": {},
         "timeoutSecs": 5, "maxTimeoutSecs": 9, "progressExtendsTimeout": true}
        """);
    file("prompts/p.txt", "");
    file("prompts/p.meta.json", "{\"role\": \"user\", \"metadata\": {}, \"path\": \"p.txt\"}");
    file(
        "server.d/server.meta.json",
        "{\"name\": \"x\", \"env\": {}, \"user_config\": {}, \"long_description_file\": \"R\"}");
    assertEquals(List.of(), problems());
    assertEquals(List.of(), notes());
  }

  @Test
  void a_schema_with_a_slip_is_a_problem() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        """
        {"name": "greet", "inputSchema": {"type": "object", "requird": [],
          "properties": {"name": {"type": "string", "descripton": "x"}}, "required": ["nam", "name"]}}
        """);
    assertAmong("\"inputSchema.requird\" is no word of JSON Schema. Did you mean \"required\"?");
    assertAmong("\"inputSchema.properties.name.descripton\"", "\"description\"");
    assertAmong("\"inputSchema\" requires \"nam\"", "Did you mean name?");
    assertEquals(3, problems().size(), problems().toString());
  }

  @Test
  void a_project_with_nothing_in_it_is_a_problem_and_a_tool_beside_the_folders_gets_its_place()
      throws Exception {
    Files.move(root.resolve("tools/greet/tool.sh"), root.resolve("tools/flat.py"));
    Files.delete(root.resolve("tools/greet/tool.meta.json"));
    assertAmong("No tools, prompts or resources were found in " + root);
    assertEquals(
        List.of(
            "%s is not published: tools live in folders. Move it to %s if it is one."
                .formatted(path("tools/flat.py"), path("tools/flat/tool.py"))),
        notes());
    file("tools/flat.meta.json", "{}");
    assertAmong(path("tools/flat.py") + " is not published: tools live in folders.");
    assertAmong(path("tools/flat.meta.json") + " is not read: tools live in folders.");
  }

  @Test
  void a_completion_whose_name_no_server_finds_is_noted_unless_it_is_registered() throws Exception {
    file("prompts/trip.txt", "To {{city}}.");
    file("prompts/trip.meta.json", "{\"name\": \"trip\", \"arguments\": [{\"name\": \"city\"}]}");
    script("prompts/trip.completion.py", "#!/usr/bin/env python3\n");
    assertEquals(
        List.of(
            path("prompts/trip.completion.py")
                + " completes nothing: its name must end with .completion or .completion.sh."
                + " Rename it to trip.completion, or name it in server.d/register.json."),
        notes());
    file(
        "server.d/register.json",
        "{\"version\": 1, \"completions\": [{\"name\": \"trip\", \"path\": \"prompts/trip.completion.py\"}]}");
    assertEquals(List.of(), notes());
    Files.delete(root.resolve("server.d/register.json"));
    Files.move(root.resolve("prompts/trip.completion.py"), root.resolve("prompts/trip.completion"));
    assertEquals(List.of(), notes());
  }

  @Test
  void metadata_of_another_name_is_a_problem() throws Exception {
    script("tools/typo/tool.sh", "#!/bin/sh\n");
    file("tools/typo/tool.json", "{}");
    file("server.meta.json", "{}");
    assertAmong(
        path("tools/typo")
            + " has no tool.meta.json (there is a tool.json). A tool without metadata is named"
            + " after its file.");
    assertAmong(path("server.meta.json") + " is not read: it lies outside of server.d.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#!/bin/bash\\nif true; then\\n | line",
        "#!/bin/sh\\necho (\\n | a syntax error of sh",
        "#!/usr/bin/env -S bash -e\\nfi\\n | line 2: a syntax error of bash",
        "#!/usr/bin/env python3\\nprint(\\n | line 2, column"
      })
  void a_syntax_error_is_found_without_running_the_script(String text, String what)
      throws Exception {
    script("tools/greet/tool.sh", text.replace("\\n", "\n"));
    assertAmong(path("tools/greet/tool.sh") + ": line", what);
  }

  @Test
  void so_it_is_in_a_script_of_node() throws Exception {
    Files.delete(root.resolve("tools/greet/tool.sh"));
    script("tools/greet/tool.js", "#!/usr/bin/env node\nlet x = ;\n");
    assertAmong(path("tools/greet/tool.js") + ": line 2: a syntax error of JavaScript");
  }

  @Test
  void checking_syntax_runs_nothing_of_the_project() throws Exception {
    Path ran = temporary.resolve("ran");
    script(".venv/bin/python3", "#!/bin/sh\ntouch " + ran + "\n");
    script("tools/greet/tool.sh", "#!.venv/bin/python3\nprint(\n");
    script("tools/other/tool.sh", "#!/bin/bash\ntouch " + ran + "\n");
    file("tools/other/tool.meta.json", "{\"name\": \"other\"}");
    Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
    Files.createSymbolicLink(elsewhere.resolve("python3"), root.resolve(".venv/bin/python3"));
    script("tools/third/tool.sh", "#!" + elsewhere + "/python3\nprint(\n");
    file("tools/third/tool.meta.json", "{\"name\": \"third\"}");
    assertAmong(path("tools/greet/tool.sh") + ": line", "a syntax error of Python");
    assertTrue(Files.notExists(ran));
  }

  @Tag("slow")
  @Test
  void an_interpreter_that_hangs_is_killed_and_reported() throws Exception {
    Path slow = Files.createDirectories(temporary.resolve("bin"));
    Path pid = temporary.resolve("pid");
    Files.writeString(slow.resolve("node"), "#!/bin/sh\necho $$ > " + pid + "\nsleep 1000\n");
    Files.setPosixFilePermissions(
        slow.resolve("node"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> environment = Map.of("PATH", slow + ":/usr/bin:/bin");
    // Not less: the script must have begun by then.
    ShortRun checker = new ShortRun(environment, Duration.ofSeconds(5));

    assertEquals(
        Optional.empty(), checker.run(List.of(slow + "/node", "--check", "x"), Path.of("/")));
    long started = Long.parseLong(Files.readString(pid).strip());
    assertTrue(ProcessHandle.of(started).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void a_finding_for_programs_has_its_file_line_column_message_and_hint() throws Exception {
    file("tools/greet/tool.meta.json", "{\"name\": \"greet\",}");
    String sentence =
        problems().stream().filter(one -> one.contains("a comma before")).findFirst().orElseThrow();
    assertEquals(
        "{\"level\":\"problem\",\"file\":\"tools/greet/tool.meta.json\",\"line\":1,\"column\":18,"
            + "\"message\":\""
            + path("tools/greet/tool.meta.json")
            + " is ignored: line 1, column 18: not valid JSON: a comma before \\\"}\\\".\",\"hint\":"
            + "\"Correct or remove it. Until then its tool is not published.\"}",
        Json.text(Findings.json(root, "problem", sentence)));
    assertEquals(
        "{\"level\":\"note\",\"file\":\"tools/greet/tool.sh\",\"line\":2,\"message\":"
            + "\"tools/greet/tool.sh:2: wrong\\nbelow\"}",
        Json.text(Findings.json(root, "note", "tools/greet/tool.sh:2: wrong\nbelow")));
  }
}
