package dev.bullpen.project.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.metadata.RefusedException;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCursorTests {
  private static final String INVALID = "Invalid cursor";
  private static final String NO_LONGER_VALID = "Cursor no longer valid";

  private static final CompletionBinding BINDING = new CompletionBinding("name", "manual:x.sh");

  private static String encoded(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }

  private static String refused(String cursor, CompletionBinding binding) {
    return assertThrows(RefusedException.class, () -> CompletionCursor.decode(cursor, binding))
        .getMessage();
  }

  @Test
  void it_is_base64url_of_compact_json() {
    String cursor =
        CompletionCursor.encode(
            BINDING, new CompletionPosition(5, Optional.empty(), Optional.empty()));
    assertFalse(cursor.contains("="));
    assertEquals(
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":5,\"script\":\"manual:x.sh\"}",
        new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
  }

  @Test
  void it_comes_back_as_it_was() throws RefusedException {
    CompletionPosition position =
        new CompletionPosition(7, Optional.of("own \u20ac\n\"x\""), Optional.of("0123"));
    assertEquals(
        position, CompletionCursor.decode(CompletionCursor.encode(BINDING, position), BINDING));
  }

  @Test
  void it_survives_no_other_name_and_no_other_script() {
    String cursor = CompletionCursor.encode(BINDING, CompletionPosition.START);
    assertEquals(INVALID, refused(cursor, new CompletionBinding("other", "manual:x.sh")));
    assertEquals(NO_LONGER_VALID, refused(cursor, new CompletionBinding("name", "prompt:x.sh")));
  }

  @Test
  void one_made_by_mcp_bash_is_understood() throws RefusedException {
    String pretty =
        """
        {
          "ver": 1,
          "kind": "completion",
          "name": "name",
          "args": "0f",
          "offset": 5,
          "script": "manual:x.sh"
        }
        """;
    assertEquals(5, CompletionCursor.decode(encoded(pretty), BINDING).offset());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "7",
        "{}",
        "not json",
        "{\"ver\":2,\"kind\":\"completion\",\"name\":\"name\",\"offset\":1,\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"prompts\",\"name\":\"name\",\"offset\":1,\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"offset\":1,\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":\"1\",\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":1.5,\"script\":\"manual:x.sh\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":1,\"script\":\"manual:x.sh\",\"cursor\":\"a\\u0000\"}",
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":1,\"offset\":2,\"script\":\"manual:x.sh\"}"
      })
  void what_was_not_made_here_is_invalid(String json) {
    assertEquals(INVALID, refused(encoded(json), BINDING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "a", "eyJ", "????", "{\"ver\":1}"})
  void what_is_not_even_base64_is_invalid(String cursor) {
    assertEquals(INVALID, refused(cursor, BINDING));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, true", "1, true", "1000000000, true", "1000000001, false"})
  void an_offset_has_its_range(long offset, boolean accepted) throws Exception {
    String cursor =
        encoded(
            "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":%d,\"script\":\"manual:x.sh\"}"
                .formatted(offset));
    if (accepted) {
      assertEquals(offset, CompletionCursor.decode(cursor, BINDING).offset());
    } else {
      assertEquals(INVALID, refused(cursor, BINDING));
    }
  }

  @Test
  void a_cursor_has_a_length_limit() throws Exception {
    String json =
        "{\"ver\":1,\"kind\":\"completion\",\"name\":\"name\",\"offset\":1,\"script\":\"manual:x.sh\"}";
    // Four characters carry three bytes.
    int bytes = CompletionCursor.MAX_LENGTH / 4 * 3;
    String most = encoded(json + " ".repeat(bytes - json.length()));
    assertEquals(CompletionCursor.MAX_LENGTH, most.length());
    assertEquals(1, CompletionCursor.decode(most, BINDING).offset());
    assertEquals(INVALID, refused(encoded(json + " ".repeat(bytes - json.length() + 1)), BINDING));
  }

  @Test
  void the_longest_script_cursor_fits_whatever_it_holds() throws Exception {
    String longest = "\u0001".repeat(CompletionCursor.MAX_SCRIPT_CURSOR);
    String cursor =
        CompletionCursor.encode(
            BINDING, new CompletionPosition(1, Optional.of(longest), Optional.of("0123")));
    assertTrue(cursor.length() <= CompletionCursor.MAX_LENGTH);
    assertEquals(Optional.of(longest), CompletionCursor.decode(cursor, BINDING).scriptCursor());
  }
}
