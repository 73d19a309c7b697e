package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.resource.ResourceException.Kind;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ResourceFilesTests extends ResourceProject {
  @Test
  void every_listed_file_is_read_at_its_listed_uri() throws Exception {
    Resource listed = project.catalog().resources().get(0);
    ObjectNode expected = Json.object();
    expected.put("uri", listed.uri());
    expected.put("mimeType", "application/json");
    expected.put("text", "{}\n");
    assertEquals(expected, reading().item(listed.uri()));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_resource_is_bounded(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    project.file("resources/long.txt", "a".repeat(100 + beyond));
    assertEquals(100, reading().reads().maxBytes());
    if (read) {
      assertEquals(100 + beyond, reading().text(uri("long.txt")).length());
    } else {
      ResourceException e = reading().failure(uri("long.txt"));
      ResourceReading.assertFailure(Kind.FAILED, "Resource content exceeds 100 bytes", e);
      assertTrue(e.detail().contains("MCPBASH_MAX_RESOURCE_BYTES"), e::detail);
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void an_echo_is_bounded_too(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    String uri = "echo://" + "%41".repeat(100 + beyond);
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"%s\"}]".formatted(uri));
    if (read) {
      assertEquals("A".repeat(100 + beyond), reading().text(uri));
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 100 bytes", reading().failure(uri));
    }
  }

  @Test
  void without_a_bound_of_its_own_that_of_the_output_counts_and_then_ten_megabytes() {
    assertEquals(10_485_760, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_TOOL_OUTPUT_SIZE", "7");
    assertEquals(7, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "8");
    assertEquals(8, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "-1");
    assertEquals(7, reading().reads().maxBytes());
  }

  @Test
  void a_file_that_goes_between_the_plan_and_the_reading_is_not_found() throws Exception {
    project.file("resources/gone.txt", "a");
    ResourceRead read = reading().plan(uri("gone.txt"));
    Files.delete(project.root.resolve("resources/gone.txt"));
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> ResourceReading.text(read)));
  }
}
