package dev.bullpen.acceptance.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of what a script says: CO-03 to CO-07, CO-16, and paging. */
@Tag("promise")
class CompletionResultTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(CompletionResultTests::project, launcher -> launcher.workers(1, 2));

  /** {@code v001} to {@code v250}. */
  private static final String MANY =
      "printf '['\ni=1\nwhile [ $i -lt 250 ]; do printf '\"v%03d\",' $i; i=$((i+1)); done\n"
          + "printf '\"v250\"]'\n";

  /** The same ones, but only those that were asked for. */
  private static final String BY_OFFSET =
      "i=$((MCP_COMPLETION_OFFSET+1)); end=$((MCP_COMPLETION_OFFSET+MCP_COMPLETION_LIMIT))\n"
          + "more=true; [ $end -ge 25 ] && end=25 more=false\nprintf '{\"suggestions\":['\n"
          + "while [ $i -lt $end ]; do printf '\"v%03d\",' $i; i=$((i+1)); done\n"
          + "printf '\"v%03d\"],\"hasMore\":%s}' $end $more\n";

  private static void project(ProjectFixture project) {
    says(project, "strings", "[\"b\",\"a\",\"b\",\"c\",\"a\"]");
    says(project, "numbers", "[1,2]");
    says(project, "nested", "[[\"a\"]]");
    says(project, "scalar", "\"a\"");
    says(project, "prose", "no such value /etc/secret");
    says(project, "none", "[]");
    says(project, "silent", "");
    says(project, "awkward", "[\"line\\nbreak\",\"caf\u00e9 \ud83d\ude00\",\"nul \\u0000\"]");
    project.provider("many", MANY).provider("by-offset", BY_OFFSET);
  }

  private static void says(ProjectFixture project, String name, String output) {
    project.provider(name, "cat <<'END'\n" + output + "\nEND\n");
  }

  @ParameterizedTest
  @EnumSource
  void co_03_and_co_06_strings_come_in_the_order_of_the_script_and_once(Revision revision) {
    Answer answer = complete(revision, "strings");
    assertEquals(List.of("b", "a", "c"), answer.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {"numbers", "nested", "scalar", "prose"})
  void co_03_what_is_no_list_of_strings_is_an_error_that_shows_nothing_of_it(String provider) {
    Answer answer = complete(Revision.V2025_11_25, provider);
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertTrue(answer.errorText().contains(provider), answer.errorText());
    assertFalse(answer.message().toString().contains("secret"), answer.message().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "silent"})
  void co_03_no_values_are_an_empty_list(String provider) {
    Answer answer = complete(Revision.V2025_11_25, provider);
    assertTrue(answer.completion().path("values").isArray(), answer.message().toString());
    assertEquals(List.of(), answer.values());
    assertFalse(answer.completion().path("hasMore").asBoolean(false));
  }

  @Test
  void fr_02_line_breaks_and_other_characters_stay_within_their_line() {
    assertEquals(
        List.of("line\nbreak", "caf\u00e9 \ud83d\ude00", "nul \0"),
        complete(Revision.V2025_11_25, "awkward").values());
  }

  @ParameterizedTest
  @EnumSource
  void co_04_more_than_a_hundred_values_are_cut(Revision revision) {
    Answer answer = complete(revision, "many");
    assertEquals(
        IntStream.rangeClosed(1, 100).mapToObj("v%03d"::formatted).toList(), answer.values());
    assertEquals(250, answer.completion().path("total").asInt(0));
    assertTrue(answer.completion().path("hasMore").asBoolean(false));
  }

  @ParameterizedTest
  @EnumSource
  void co_16_a_result_has_the_members_of_its_revision_and_no_others(Revision revision) {
    JsonNode result = complete(revision, "strings").result();
    Set<String> members = new HashSet<>(result.propertyNames());
    assertEquals(
        revision.handshake() ? Set.of("completion") : Set.of("completion", "resultType", "_meta"),
        members);
    assertTrue(
        Set.of("values", "total", "hasMore").containsAll(result.get("completion").propertyNames()),
        result.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "by-offset"})
  void paging_shows_every_value_once_and_ends(String provider) {
    List<String> shown = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    int pages = 0;
    do {
      Answer page = page(provider, 10, cursor);
      shown.addAll(page.values());
      cursor = next(page);
      pages++;
    } while (cursor.isPresent() && pages < 50);
    int values = provider.equals("many") ? 250 : 25;
    assertEquals(IntStream.rangeClosed(1, values).mapToObj("v%03d"::formatted).toList(), shown);
  }

  private static Answer complete(Revision revision, String provider) {
    return RIGS.of(revision).client().complete(provider, "query", "x");
  }

  private static Answer page(String provider, int limit, Optional<String> cursor) {
    ObjectNode params = Messages.completePrompt(provider, "query", "x").put("limit", limit);
    cursor.ifPresent(text -> params.put("cursor", text));
    return RIGS.of(Revision.V2025_11_25).client().call("completion/complete", params);
  }

  private static Optional<String> next(Answer page) {
    JsonNode cursor = page.result().path("_meta").path("dev.bullpen/nextCursor");
    return cursor.isString() ? Optional.of(cursor.stringValue()) : Optional.empty();
  }
}
