package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionCursor;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.CompleteParams;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CursorRoundTripTests {
  /** Characters that a script's cursor may have, each of them six as JSON. */
  private static final String ESCAPED = "\u0001".repeat(4096);

  @ParameterizedTest
  @ValueSource(strings = {"p", "\u00e4"})
  void a_cursor_that_an_answer_gave_is_one_that_a_request_may_have(String letter) throws Exception {
    String name = letter.repeat(CompleteParams.MAX_NAME_BYTES / 2);
    CompletionBinding binding = new CompletionBinding(name, "manual:" + name);
    CompletionPosition position =
        new CompletionPosition(1_000_000, Optional.of(ESCAPED), Optional.of("0".repeat(64)));
    String cursor = CompletionCursor.encode(binding, position);
    ObjectNode params = Json.object();
    params.putObject("ref").put("type", "ref/prompt").put("name", name);
    params.putObject("argument").put("name", "a").put("value", "");
    params.put("cursor", cursor);
    CompleteParams read = CompleteParams.parse(params, Revision.V2026_07_28);
    assertEquals(position, CompletionCursor.decode(read.cursor().orElseThrow(), binding));
  }
}
