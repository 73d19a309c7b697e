package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import java.util.Optional;
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
  void a_missing_resource_is_named_as_it_was_asked_for(String uri, String name, String data) {
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
}
