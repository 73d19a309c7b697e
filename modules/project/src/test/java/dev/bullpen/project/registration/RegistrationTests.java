package dev.bullpen.project.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_script() throws IOException {
    project.script("completions/a.sh");
  }

  private Registration read() throws RegistrationException {
    return RegistrationReader.read(
        Layout.of(project.root, project.env, project.root.resolve("home")),
        project.env,
        project.warnings::add);
  }

  private Completer.Script script(String name) throws RegistrationException {
    CompletionTarget target =
        new CompletionTarget(CompletionTarget.Kind.ANY, name, Optional.empty());
    return assertInstanceOf(Completer.Script.class, read().completions().get(target));
  }

  /** Of an entry with one member more. */
  private Completer.Script with(String member) throws Exception {
    project.register(
        "\"completions\": [{\"name\": \"a\", \"path\": \"completions/a.sh\", %s}]"
            .formatted(member));
    return script("a");
  }

  private RegistrationException refused() {
    return assertThrows(RegistrationException.class, this::read);
  }

  private RegistrationException refused(String completions) throws IOException {
    project.register("\"completions\": " + completions);
    return refused();
  }

  @Test
  void no_file_leaves_everything_to_discovery() throws RegistrationException {
    assertEquals(Registration.NONE, read());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"version\": 1.0}", "\uFEFF{\"version\": 1}"})
  void version_1_may_have_a_fraction_and_a_byte_order_mark_before_it(String text) throws Exception {
    project.file("server.d/register.json", text);
    assertTrue(read().isNone());
  }

  @Test
  void completions_are_read_in_their_order() throws Exception {
    project
        .script("completions/b.sh")
        .register(
            """
            "completions": [
              {"name": "b", "path": "completions/b.sh"},
              {"name": " a ", "path": "completions/a.sh", "timeoutSecs": 5, "cache": 2.5},
              {"name": "abs", "path": "%s", "timeoutSecs": null, "cache": null}]\
            """
                .formatted(project.root.resolve("completions/a.sh")));
    assertEquals(
        List.of(
            new Completer.Script("b", "completions/b.sh", Optional.empty()),
            new Completer.Script(
                "a",
                "completions/a.sh",
                Optional.of(Duration.ofSeconds(5)),
                Optional.of(Duration.ofMillis(2500)),
                Optional.empty(),
                ScriptLimits.NONE),
            new Completer.Script("abs", "completions/a.sh", Optional.empty())),
        List.copyOf(read().completions().values()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{\"version\": 2}",
        "{\"version\": \"1\"}",
        "{\"version\": 1e400}",
        "{\"version\": 1, \"version\": 2}",
        "{\"version\": 1, \"completion\": []}",
        "{\"version\": 1, \"completions\": {}}",
        "{\"version\": 1, \"prompts\": \"none\"}",
        "{\"version\": 1, \"prompts\": [1]}",
        "{\"version\": 1, \"_meta\": []}"
      })
  void what_is_not_a_registration_is_refused_as_a_whole(String text) throws IOException {
    project.file("server.d/register.json", text);
    RegistrationException e = refused();
    Path file = project.root.resolve("server.d/register.json");
    assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
    assertTrue(e.getMessage().endsWith("."), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'path': 'completions/a.sh'} | completions[0] | name",
        "{'name': ' ', 'path': 'completions/a.sh'} | completions[0] | name",
        "{'name': 3, 'path': 'completions/a.sh'} | completions[0] | name",
        "{'name': 'a'} | completions[0] 'a' | path",
        "{'name': 'a', 'path': 7} | completions[0] 'a' | path",
        "{'name': 'a', 'path': 'completions/gone.sh'} | completions[0] 'a' | no file",
        "{'name': 'a', 'path': 'completions'} | completions[0] 'a' | no file",
        "{'name': 'a', 'path': 'nul\\u0000'} | completions[0] 'a' | no file",
        "{'name': 'a', 'path': '/etc/passwd'} | completions[0] 'a' | outside",
        "{'name': 'a', 'path': '../outside.sh'} | completions[0] 'a' | outside",
        "{'name': 'a', 'path': 'completions/../../outside.sh'} | completions[0] 'a' | outside",
        "{'name': 'a', 'path': 'completions/link.sh'} | completions[0] 'a' | outside",
        "{'name': 'a', 'path': 'linked/outside.sh'} | completions[0] 'a' | outside",
        "{'name': 'a', 'script': 'completions/a.sh'} | completions[0] 'a' | unknown key 'script'",
        "{'name': 'a', 'path': 'completions/gone.sh', 'odd': 5} | completions[0] 'a' | no file",
        "{'name': 'a', 'java': 'completions/gone.java', 'odd': 5} | completions[0] 'a' | no file",
        "{'name': 'a', 'java': 'completions/a.sh'} | completions[0] 'a' | 'java'",
        "{'name': 'a', 'java': 'a.java', 'path': 'completions/a.sh'} | completions[0] 'a' | both",
        "{'name': 'a', 'path': 'completions/a.sh', 'limits': {'x': 1}}  | completions[0] 'a' |"
            + " limits",
      })
  void a_bad_entry_is_named_with_its_reason(String entry, String where, String why)
      throws IOException {
    Files.writeString(temporary.resolve("outside.sh"), "#!/bin/sh\n");
    project.link("completions/link.sh", temporary.resolve("outside.sh"));
    project.link("linked", temporary.toRealPath());
    RegistrationException e = refused("[" + entry.replace('\'', '"') + "]");
    assertTrue(e.getMessage().contains(where.replace('\'', '"')), e.getMessage());
    assertTrue(e.getMessage().contains(why.replace('\'', '"')), e.getMessage());
  }

  @Test
  void the_second_of_two_entries_with_a_name_is_refused() throws IOException {
    RegistrationException e =
        refused(
            "[{\"name\": \"a\", \"path\": \"completions/a.sh\"},"
                + " {\"name\": \"a\", \"path\": \"completions/a.sh\"}]");
    assertTrue(e.getMessage().contains("completions[1] \"a\""), e.getMessage());
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "86400", "\"30\""})
  void a_timeout_is_a_whole_number_of_seconds_up_to_a_day(String seconds) throws Exception {
    assertEquals(
        Optional.of(Duration.ofSeconds(Long.parseLong(seconds.replace("\"", "")))),
        with("\"timeoutSecs\": " + seconds).timeout());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "1.5", "86401", "99999999999999999999", "true", "{}", "\"\"", "\"5s\""})
  void any_other_timeout_is_reported_and_as_good_as_none(String seconds) throws Exception {
    assertEquals(Optional.empty(), with("\"timeoutSecs\": " + seconds).timeout());
    assertEquals(
        List.of(
            project.root.resolve("server.d/register.json")
                + ": completions[0] \"a\": \"timeoutSecs\" is ignored: it is not a whole number from"
                + " 0 to 86400. Give whole seconds or leave it out."),
        project.warnings);
  }

  @Test
  void members_that_mean_nothing_beside_a_script_are_reported_and_passed_over() throws Exception {
    project.register(
        """
        "completions": [
          {"name": "a", "path": "completions/a.sh", "description": "of a", "kind\\n": null},
          {"name": "b", "path": "completions/a.sh", "timeoutSecs": 3, "warm": true}]\
        """);
    assertEquals(new Completer.Script("a", "completions/a.sh", Optional.empty()), script("a"));
    assertReported(
        project.warnings, "\"description\"", "\"kind\\n\" is ignored", "\"warm\" is ignored");
    assertBegins(
        project.root.resolve("server.d/register.json")
            + ": completions[0] \"a\": \"description\" is ignored: it means nothing here."
            + " Use only name or ref, ",
        project.warnings.get(0));
    assertEquals(Optional.of(Duration.ofSeconds(3)), script("b").timeout());
  }

  @ParameterizedTest
  @CsvSource({"0.001, 1", "0.0011, 1", "0.25, 250", "1, 1000", "1e1, 10000", "86400, 86400000"})
  void an_answer_may_be_given_again_for_a_millisecond_up_to_a_day(String seconds, long millis)
      throws Exception {
    assertEquals(millis, with("\"cache\": " + seconds).cache().orElseThrow().toMillis());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "0.0009",
        "86400.001",
        "1e999999999",
        "1e-999999999",
        "\"30\"",
        "true",
        "{}"
      })
  void any_other_time_to_keep_answers_is_refused(String seconds) throws IOException {
    RegistrationException e =
        refused(
            "[{\"name\": \"a\", \"path\": \"completions/a.sh\", \"cache\": %s}]"
                .formatted(seconds));
    assertTrue(
        e.getMessage().contains("\"cache\" is not a number from 0.001 to 86400"), e.getMessage());
    assertTrue(e.getMessage().contains("leave it out"), e.getMessage());
  }

  @Test
  void a_link_to_a_script_inside_the_project_keeps_its_name() throws Exception {
    project.link("completions/alias.sh", project.root.resolve("completions/a.sh"));
    project.register("\"completions\": [{\"name\": \"a\", \"path\": \"completions/alias.sh\"}]");
    assertEquals("completions/alias.sh", script("a").script());
  }

  @Test
  void the_size_limit_is_the_last_size_that_is_read() throws Exception {
    project.file("server.d/register.json", "{\"version\": 1}");
    project.env.put("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", "14");
    read();
    project.env.put("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", "13");
    RegistrationException e = refused();
    assertTrue(e.getMessage().contains("at most 13 bytes"), e.getMessage());
    project.env.put("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", "a lot");
    read();
  }

  @ParameterizedTest
  @CsvSource({
    "server.d/register.json, rw-rw-r--",
    "server.d/register.json, rw-r--rw-",
    "server.d, rwxrwxr-x",
    "server.d, rwxr-xrwx",
    "'', rwxrwxr-x"
  })
  void a_place_others_may_write_is_not_believed(String place, String permissions)
      throws IOException {
    project.register("\"completions\": []");
    Path path = project.root.resolve(place);
    ProjectFixture.permit(path, permissions);
    RegistrationException e = refused();
    assertTrue(e.getMessage().contains("not trusted"), e.getMessage());
    String nextStep = "chmod go-w " + (place.isEmpty() ? project.root : path) + ".";
    assertTrue(e.getMessage().endsWith(nextStep), e.getMessage());
  }

  @Test
  void a_symbolic_link_is_not_believed() throws IOException {
    project.file("elsewhere.json", "{\"version\": 1}").file("server.d/x", "");
    Path file = project.root.resolve("server.d/register.json");
    Files.createSymbolicLink(file, project.root.resolve("elsewhere.json"));
    assertTrue(refused().getMessage().contains("symbolic link"));
    Files.delete(file);
    Files.createSymbolicLink(file, project.root.resolve("gone.json"));
    assertTrue(refused().getMessage().contains("symbolic link"));
    Files.delete(file);
    Files.delete(project.root.resolve("server.d/x"));
    Files.delete(project.root.resolve("server.d"));
    project.file("real/register.json", "{\"version\": 1}");
    project.link("server.d", project.root.resolve("real"));
    assertTrue(refused().getMessage().contains("symbolic link"));
  }

  @Test
  void a_folder_in_its_place_is_refused() throws IOException {
    project.file("server.d/register.json/x", "");
    assertTrue(refused().getMessage().contains("not a regular file"));
  }

  @Test
  void one_that_cannot_be_found_out_is_not_taken_for_missing() throws IOException {
    // As good as a folder that must not be entered, which nothing is to root.
    Path folder = project.root.resolve("server.d");
    Files.createSymbolicLink(folder, folder);
    RegistrationException e = refused();
    assertTrue(e.getMessage().contains("cannot be examined"), e.getMessage());
    assertTrue(e.getMessage().endsWith("Let the user of the server enter " + folder + "."));
  }
}
