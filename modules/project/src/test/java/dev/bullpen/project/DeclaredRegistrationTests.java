package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.completion.CompletionSource.Names.Kind;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.registration.RegistrationReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Elements of {@code completions} that need no script: what is read of them, and what is refused.
 */
class DeclaredRegistrationTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_script() throws IOException {
    project.script("completions/a.sh");
  }

  private Map<CompletionTarget, Completer> read(String completions) throws Exception {
    project.register("\"completions\": " + completions.replace('\'', '"'));
    return RegistrationReader.read(
            Layout.of(project.root, project.env, project.root.resolve("home")),
            project.env,
            project.warnings::add)
        .completions();
  }

  /** The source of an entry with the name {@code p}. */
  private CompletionSource source(String members) throws Exception {
    return only(members).source();
  }

  private Completer.Declared only(String members) throws Exception {
    return assertInstanceOf(
        Completer.Declared.class,
        read("[{'name': 'p', " + members + "}]").values().iterator().next());
  }

  private static CompletionSource values(String... values) {
    return CompletionSource.Values.of(List.of(values));
  }

  @Test
  void every_source_is_read() throws Exception {
    assertEquals(values("a", "b", "a"), source("'values': ['a', 'b', 'a']"));
    assertEquals(
        new CompletionSource.Lines("data/x.txt"), source("'file': './data/../data/x.txt'"));
    assertEquals(
        new CompletionSource.Names(Optional.empty(), Kind.FILES, 32), source("'paths': {}"));
    assertEquals(
        new CompletionSource.Names(Optional.of("docs"), Kind.BOTH, 1),
        source("'paths': {'base': 'docs/', 'kind': 'both', 'depth': 1}"));
    assertEquals(new CompletionSource.OwnEnum(), source("'enum': true"));
    assertEquals(
        new CompletionSource.ToolEnum("t", "q"), source("'enum': {'tool': 't', 'property': 'q'}"));
  }

  @Test
  void a_table_has_rows_of_any_source_and_one_for_the_rest() throws Exception {
    CompletionSource.ByContext table =
        assertInstanceOf(
            CompletionSource.ByContext.class,
            source("'context': {'lang': {'java': ['x', 'y'], 'c': {'file': 'c.txt'}}}"));
    assertEquals(values("x", "y"), table.of(Map.of("lang", "java")));
    assertEquals(new CompletionSource.Lines("c.txt"), table.of(Map.of("lang", "c")));
    assertEquals(CompletionSource.Values.NONE, table.of(Map.of("lang", "Java")));
    assertEquals(
        new CompletionSource.AnyOf(List.of(values("x", "y"), new CompletionSource.Lines("c.txt"))),
        table.of(Map.of("other", "java")));

    table =
        assertInstanceOf(
            CompletionSource.ByContext.class,
            source("'context': {'lang': {'java': ['x', 'y'], 'c': ['y', 'z']}}"));
    assertEquals(values("x", "y", "y", "z"), table.of(Map.of()), "each once when it is prepared");

    table =
        assertInstanceOf(
            CompletionSource.ByContext.class,
            source("'values': ['z'], 'context': {'lang': {'java': ['x']}}"));
    assertEquals(values("x"), table.of(Map.of("lang", "java")));
    assertEquals(values("z"), table.of(Map.of("lang", "c")));
    assertEquals(values("z"), table.of(Map.of()));
  }

  @Test
  void a_prefix_is_matched_unless_said_otherwise() throws Exception {
    assertEquals(MatchMode.PREFIX, only("'values': []").match());
    for (MatchMode mode : MatchMode.values()) {
      assertEquals(
          mode,
          only("'values': [], 'match': '%s'"
                  .formatted(mode.name().toLowerCase(java.util.Locale.ROOT)))
              .match());
    }
  }

  @Test
  void a_scripts_output_is_taken_as_it_is_unless_said_otherwise() throws Exception {
    Completer.Script plain =
        (Completer.Script)
            read("[{'name': 'p', 'path': 'completions/a.sh'}]").values().iterator().next();
    assertEquals(Optional.empty(), plain.match());
    Completer.Script matched =
        (Completer.Script)
            read("[{'name': 'p', 'path': 'completions/a.sh', 'match': 'fuzzy'}]")
                .values()
                .iterator()
                .next();
    assertEquals(Optional.of(MatchMode.FUZZY), matched.match());
  }

  @Test
  void one_name_may_have_an_entry_for_each_argument_and_kind() throws Exception {
    assertEquals(
        List.of(
            new CompletionTarget(CompletionTarget.Kind.ANY, "p", Optional.empty()),
            new CompletionTarget(CompletionTarget.Kind.ANY, "p", Optional.of("a")),
            new CompletionTarget(CompletionTarget.Kind.PROMPT, "p", Optional.of("a")),
            new CompletionTarget(CompletionTarget.Kind.RESOURCE, "x://{id}", Optional.empty())),
        List.copyOf(
            read("""
                    [{'name': 'p', 'path': 'completions/a.sh'},
                     {'name': 'p', 'argument': 'a', 'values': []},
                     {'ref': {'type': 'ref/prompt', 'name': 'p'}, 'argument': 'a', 'values': []},
                     {'ref': {'type': 'ref/resource', 'uri': 'x://{id}'}, 'values': []}]\
                    """)
                .keySet()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name': 'p', 'value': ['a']}                              | unknown key",
        "{'name': 'p', 'values': ['a'], 'timeoutSecs': 3}           | unknown key",
        "{'name': 'p', 'values': ['a'], 'path': 'completions/a.sh'} | both a script and a source",
        "{'name': 'p', 'values': ['a'], 'file': 'x'}                | more than one source",
        "{'name': 'p', 'values': 'a'}                               | not an array",
        "{'name': 'p', 'values': {'a': 1}}                          | not an array",
        "{'name': 'p', 'values': ['a', 2]}                          | value 1 is not a string",
        "{'name': 'p', 'values': ['a', null]}                       | value 1 is not a string",
        "{'name': 'p', 'values': null}                              | it offers nothing",
        "{'name': 'p', 'file': 7}                                   | 'file' is not a string",
        "{'name': 'p', 'file': ' '}                                 | 'file' is not a string",
        "{'name': 'p', 'file': '../x'}                              | outside the project",
        "{'name': 'p', 'file': '/etc/passwd'}                       | outside the project",
        "{'name': 'p', 'file': 'nul\\u0000'}                        | outside the project",
        "{'name': 'p', 'paths': true}                               | 'paths' is not an object",
        "{'name': 'p', 'paths': {'base': '..'}}                     | outside the project",
        "{'name': 'p', 'paths': {'base': 1}}                        | 'base' is not a string",
        "{'name': 'p', 'paths': {'kind': 'links'}}                  | 'kind' is none of",
        "{'name': 'p', 'paths': {'depth': 0}}                       | 'depth' is not",
        "{'name': 'p', 'paths': {'depth': 33}}                      | 'depth' is not",
        "{'name': 'p', 'paths': {'depth': 1.5}}                     | 'depth' is not",
        "{'name': 'p', 'paths': {'hidden': true}}                   | unknown key 'hidden' in",
        "{'name': 'p', 'enum': false}                               | 'enum' is not an object",
        "{'name': 'p', 'enum': {'tool': 't'}}                       | 'enum' does not name",
        "{'name': 'p', 'enum': {'tool': 't', 'property': ''}}       | 'enum' does not name",
        "{'name': 'p', 'enum': {'tool': 't', 'property': 'q', 'x': 1}} | 'enum' does not name",
        "{'name': 'p', 'values': [], 'match': 'regex'}              | 'match' is none of",
        "{'name': 'p', 'values': [], 'match': true}                 | 'match' is none of",
        "{'name': 'p', 'path': 'completions/a.sh', 'match': 'x'}    | 'match' is none of",
        "{'name': 'p', 'context': []}                               | 'context' is not an object",
        "{'name': 'p', 'context': {}}                               | does not name one argument",
        "{'name': 'p', 'context': {'a': {}, 'b': {}}}               | does not name one argument",
        "{'name': 'p', 'context': {'a': ['x']}}                     | the table in 'context'",
        "{'name': 'p', 'context': {'a': {'v': 'x'}}}                | for 'v' in 'context', it is",
        "{'name': 'p', 'context': {'a': {'v': {}}}}                 | for 'v' in 'context', it off",
        "{'name': 'p', 'context': {'a': {'v': {'match': 'fuzzy', 'values': []}}}} | for 'v' in",
        "{'name': 'p', 'context': {'a': {'v': {'context': {}}}}}    | for 'v' in 'context', unkn",
        "{'name': 'p', 'argument': 3, 'values': []}                 | 'argument' is missing or",
        "{'name': 'p', 'argument': '', 'values': []}                | 'argument' is missing or",
        "{'ref': 'p', 'values': []}                                 | 'ref' names neither",
        "{'ref': {'type': 'ref/tool', 'name': 'p'}, 'values': []}   | 'ref' names neither",
        "{'ref': {'type': 'ref/prompt', 'uri': 'p'}, 'values': []}  | 'ref' names neither",
        "{'ref': {'type': 'ref/prompt', 'name': ''}, 'values': []}  | 'ref' names neither",
        "{'ref': {'type': 'ref/prompt', 'name': 'p', 'x': 1}, 'values': []} | 'ref' names neither",
        "{'name': 'p', 'ref': {'type': 'ref/prompt', 'name': 'p'}, 'values': []} | both a name and",
        "{'values': []}                                             | 'name' is missing"
      })
  void what_is_wrong_is_refused_with_file_entry_reason_and_next_step(String entry, String reason) {
    RegistrationException e =
        assertThrows(RegistrationException.class, () -> read("[" + entry + "]"));
    String message = e.getMessage();
    assertTrue(message.contains(reason.replace('\'', '"')), message);
    assertTrue(
        message.startsWith(project.root.resolve("server.d/register.json") + ": completions[0]"),
        message);
    assertTrue(message.matches("(?s).+\\. .+\\."), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'name': 'p', 'values': []}, {'name': ' p', 'file': 'x'}]",
        "[{'name': 'p', 'argument': 'a', 'values': []}, {'name': 'p', 'argument': 'a', 'values': []}]",
      })
  void two_entries_for_the_same_are_refused(String entries) {
    RegistrationException e = assertThrows(RegistrationException.class, () -> read(entries));
    assertTrue(e.getMessage().contains("completions[1]"), e.getMessage());
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
  }
}
