package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceReadingTests {
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
                    Revision.V2025_11_25)
                .error()
                .data()));
  }
}
