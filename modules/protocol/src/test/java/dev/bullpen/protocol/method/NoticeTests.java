package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.Capability;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class NoticeTests {
  @ParameterizedTest
  @DisplayName("PG-01: progress bears the token with its type, and numbers as they were written")
  @ValueSource(strings = {"0", "'0'", "9007199254740993", "''"})
  void progress_bears_the_token_with_its_type(String token) {
    for (Revision revision : Revision.values()) {
      ObjectNode notice =
          Notice.progress(
              ProgressToken.of(tree(token)).orElseThrow(),
              tree("1.50"),
              Optional.of(tree("3")),
              Optional.empty(),
              revision);
      assertEquals(
          "{'jsonrpc':'2.0','method':'notifications/progress','params':"
              + "{'progressToken':"
              + token
              + ",'progress':1.50,'total':3}}",
          text(notice));
      assertSendable(revision, "ProgressNotification", notice);
    }
  }

  @ParameterizedTest
  @DisplayName("PG-04: the first revision has no message")
  @EnumSource
  void the_first_revision_has_no_message(Revision revision) {
    ObjectNode notice =
        Notice.progress(
            ProgressToken.of(tree("'t'")).orElseThrow(),
            tree("1"),
            Optional.empty(),
            Optional.of("half"),
            revision);
    String message = revision == Revision.V2024_11_05 ? "" : ",'message':'half'";
    assertEquals("{'progressToken':'t','progress':1" + message + "}", text(notice.path("params")));
    assertSendable(revision, "ProgressNotification", notice);
    if (revision.isSince(Revision.V2025_11_25)) {
      assertDefined(revision, "ProgressNotificationParams", notice.path("params"));
    }
  }

  @ParameterizedTest
  @DisplayName("LG-08: a log line has a level and any data")
  @ValueSource(strings = {"'x'", "{'a':[1.0]}", "null", "5", "[]"})
  void a_log_line_has_a_level_and_any_data(String data) {
    for (Revision revision : Revision.values()) {
      for (LogLevel level : LogLevel.values()) {
        ObjectNode notice = Notice.log(level, Optional.of("l"), tree(data));
        assertEquals(
            "{'level':'" + level.wire() + "','logger':'l','data':" + data + "}",
            text(notice.path("params")));
        assertSendable(revision, "LoggingMessageNotification", notice);
      }
      assertSendable(
          revision,
          "LoggingMessageNotification",
          Notice.log(LogLevel.INFO, Optional.empty(), tree(data)));
    }
  }

  @Test
  @DisplayName("TL-27: a changed list is named")
  void a_changed_list_is_named() {
    for (Revision revision : Revision.LEGACY) {
      assertSendable(revision, "ToolListChangedNotification", Notice.listChanged(Capability.TOOLS));
      assertSendable(
          revision, "PromptListChangedNotification", Notice.listChanged(Capability.PROMPTS));
      assertSendable(
          revision, "ResourceListChangedNotification", Notice.listChanged(Capability.RESOURCES));
    }
    for (Capability none : List.of(Capability.LOGGING, Capability.COMPLETIONS)) {
      assertThrows(IllegalArgumentException.class, () -> Notice.listChanged(none));
    }
  }

  @ParameterizedTest
  @DisplayName("LG-03: a level is one of eight words in small letters")
  @ValueSource(
      strings = {
        "{}",
        "{'level':'verbose'}",
        "{'level':'INFO'}",
        "{'level':''}",
        "{'level':5}",
        "{'level':null}"
      })
  void a_level_is_one_of_eight_words(String params) throws JsonRpcException {
    JsonRpcException refusal =
        assertThrows(
            JsonRpcException.class, () -> Member.params(tree(params)).get("level").logLevel());
    assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
    assertEquals(8, LogLevel.values().length);
    for (LogLevel level : LogLevel.values()) {
      JsonNode named = tree("{'level':'" + level.wire() + "'}");
      assertEquals(level, Member.params(named).get("level").logLevel());
    }
  }

  @Test
  @DisplayName("LG-02: a level is at least itself and the lesser ones")
  void a_level_is_at_least_itself_and_the_lesser_ones() {
    assertEquals(true, LogLevel.ERROR.isAtLeast(LogLevel.ERROR));
    assertEquals(true, LogLevel.ERROR.isAtLeast(LogLevel.WARNING));
    assertEquals(false, LogLevel.ERROR.isAtLeast(LogLevel.CRITICAL));
    assertEquals(true, LogLevel.EMERGENCY.isAtLeast(LogLevel.DEBUG));
  }

  private static void assertSendable(Revision revision, String definition, ObjectNode notice) {
    assertValid(revision, definition, notice);
    assertValid(revision, "JSONRPCNotification", notice);
  }
}
