package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListPageTests {
  @Test
  void without_params_the_first_page_is_meant() throws JsonRpcException {
    for (String params : List.of("{}", "{'_meta':{}}")) {
      assertEquals(
          new ListPage(Optional.empty(), OptionalInt.empty()), ListPage.parse(tree(params)));
    }
    assertEquals(new ListPage(Optional.empty(), OptionalInt.empty()), ListPage.parse(NOTHING));
  }

  @ParameterizedTest
  @DisplayName("PA-02: a cursor is a string, or the request is refused")
  @ValueSource(strings = {"null", "5", "{}", "[]", "true"})
  void a_cursor_is_a_string(String cursor) throws JsonRpcException {
    JsonRpcException refusal =
        assertThrows(
            JsonRpcException.class, () -> ListPage.parse(tree("{'cursor':" + cursor + "}")));
    assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
    assertEquals(Optional.of("x"), ListPage.parse(tree("{'cursor':'x'}")).cursor());
    assertEquals(Optional.of(""), ListPage.parse(tree("{'cursor':''}")).cursor());
  }

  @ParameterizedTest
  @CsvSource({"-1,0", "0,0", "1,1", "'\"12\"',12", "'\"\"',0", "'\"1x\"',0", "2.0,0", "null,0"})
  void a_limit_is_a_positive_number_or_none(String json, int limit) throws JsonRpcException {
    assertEquals(
        limit == 0 ? OptionalInt.empty() : OptionalInt.of(limit),
        ListPage.parse(tree("{'limit':" + json + "}")).limit());
  }

  @ParameterizedTest
  @DisplayName("PA-03: a cursor comes back as the offset it was made of")
  @ValueSource(ints = {1, 2, 50, Integer.MAX_VALUE - 1})
  void a_cursor_comes_back_as_the_offset(int offset) throws JsonRpcException {
    String cursor = ListPage.cursor("tools", "f\n1", offset);
    assertEquals(offset, ListPage.offset(cursor, "tools", "f\n1", offset + 1));
    assertEquals(cursor, ListPage.cursor("tools", "f\n1", offset));
  }

  @Test
  @DisplayName("PA-02, PA-03: a cursor of another list, or of the list as it was, is refused")
  void a_cursor_of_another_list_is_refused() {
    String cursor = ListPage.cursor("tools", "f", 3);
    assertRefused(cursor, "prompts", "f");
    assertRefused(cursor, "tools", "g");
    assertRefused(cursor, "tools", "");
  }

  @ParameterizedTest
  @DisplayName("PA-02: a cursor that was not made here is refused, the empty text too")
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "AAAA",
        "%",
        "tools\nf\n0",
        "tools\nf\n-1",
        "tools\nf\n03",
        "tools\nf\n+3",
        "tools\nf\n4",
        "tools\nf\n2147483647",
        "tools\nf\n99999999999",
        "tools\nf\n",
        "tools\nf\n3\n",
        "tools\nf\n٣"
      })
  void what_is_no_cursor_of_ours_is_refused(String text) {
    assertRefused(text, "tools", "f");
    assertRefused(
        Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)), "tools", "f");
  }

  @Test
  void a_cursor_is_refused_in_any_other_spelling() {
    String cursor = ListPage.cursor("tools", "f", 3);
    assertRefused(cursor + "=", "tools", "f");
    assertRefused(cursor + "==", "tools", "f");
    assertRefused(cursor + "A", "tools", "f");
    assertRefused(cursor.substring(1), "tools", "f");
    assertRefused("A".repeat(4 * 1024 * 1024), "tools", "f");
  }

  @ParameterizedTest
  @DisplayName(
      "PA-01, CH-01: a page has a cursor if there is more, and hints where they are defined")
  @EnumSource
  void a_page_says_whether_there_is_more(Revision revision) {
    String hints = revision.isModern() ? ",'ttlMs':0,'cacheScope':'public'" : "";
    var more =
        ListPage.result(
            "tools",
            List.of(object("{'name':'t','inputSchema':{'type':'object'}}")),
            Optional.of("c"),
            2,
            revision,
            CacheHint.STALE);
    assertEquals(
        "{'tools':[{'name':'t','inputSchema':{'type':'object'}}],'nextCursor':'c'"
            + hints
            + ",'_meta':{'mcpbash/total':2}}",
        text(more));
    assertResult(revision, "ListToolsResult", more);
    var last = ListPage.result("tools", List.of(), Optional.empty(), 0, revision, CacheHint.STALE);
    assertEquals("{'tools':[]" + hints + ",'_meta':{'mcpbash/total':0}}", text(last));
    assertResult(revision, "ListToolsResult", last);
  }

  private static void assertRefused(String cursor, String collection, String fingerprint) {
    JsonRpcException refusal =
        assertThrows(
            JsonRpcException.class, () -> ListPage.offset(cursor, collection, fingerprint, 4));
    assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
  }
}
