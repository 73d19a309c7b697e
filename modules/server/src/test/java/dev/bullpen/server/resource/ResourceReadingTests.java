package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceLimit;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.LineReply;
import dev.bullpen.server.call.Wire;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceReadingTests {
  private final CallTable table = new CallTable();

  private Call call() {
    return Calls.open(1, new LineReply(Wire.reading().writer()), table);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        ", n, {\"name\":\"n\"}",
        "x:y, , {\"uri\":\"x:y\"}",
        "x:y, n, {\"uri\":\"x:y\"}",
        ", , {\"uri\":\"\"}"
      })
  void what_is_not_there_is_told_as_it_was_asked_for(String uri, String name, String data) {
    ResourceException why = ResourceException.notFound("n", "no resource has that name");
    assertEquals(
        data,
        Json.text(
            ResourceReading.refusal(
                    new ResourceFetch.Fetched.Failure(why),
                    Optional.ofNullable(uri),
                    Optional.ofNullable(name),
                    call())
                .error()
                .data()));
  }

  @Test
  void neither_query_nor_fragment_of_another_host_is_logged() {
    ResourceException why =
        ResourceException.tooLong(5, "https://h/a?key=hunter2#part", ResourceLimit.VARIABLE);
    assertEquals(
        "https://h/a?...#...: The resource \"https://h/a?...#...\" is not read: it is longer than 5 bytes."
            + " Raise MCPBASH_MAX_RESOURCE_BYTES if that is too little.",
        ResourceReading.remark(why, Optional.of("https://h/a?key=hunter2#part"), call())
            .orElseThrow());
  }

  @Test
  void of_a_read_that_nobody_waits_for_nothing_is_logged() {
    ResourceException why = ResourceException.notFound("x:y", "it was cancelled");
    Call call = call();
    call.cancel();
    assertEquals(Optional.empty(), ResourceReading.remark(why, Optional.of("x:y"), call));
  }
}
