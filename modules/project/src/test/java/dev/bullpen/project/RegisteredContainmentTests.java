package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.project.resource.ResourceException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever registers a file shows what is hidden, and nothing outside of the roots. */
class RegisteredContainmentTests extends ProjectAmongSecrets {
  @Test
  void a_hidden_file_that_is_registered_is_read() throws Exception {
    String uri = "file://" + project.root + "/resources/.hidden";
    project.register(
        "\"resources\": [{\"name\": \"h\", \"uri\": \"%s\"}, {\"name\": \"p\", \"uri\": \"own://h\", \"path\": \"sub/.env\", \"provider\": \"file\"}]"
            .formatted(uri));
    ResourceReading reading = new ResourceReading(project);
    assertEquals(SECRET, reading.text(uri));
    assertEquals(SECRET, ResourceReading.text(reading.named("h")));
    assertEquals(SECRET, reading.text("own://h"));
    reading.assertNotFound("file://" + project.root + "/resources/sub/.env");
  }

  @Test
  void a_file_outside_of_the_roots_is_not_read_though_it_is_registered() throws Exception {
    project.register(
        """
        "resources": [
          {"name": "uri", "uri": "file://%1$s/secret.txt"}]
        """
            .formatted(outside));
    ResourceReading reading = new ResourceReading(project);
    reading.assertNotFound("file://" + outside + "/secret.txt");
  }

  @Test
  void a_resource_whose_registered_path_leads_out_is_listed_and_not_read() throws Exception {
    List<String> out = new ArrayList<>(List.of("out.txt", "far", "chain", "out/secret.txt"));
    out.addAll(List.of(outside + "/secret.txt", "../../outside/secret.txt", "gone", "late.txt"));
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < out.size(); i++) {
      entries.add(
          "{\"name\": \"r%1$d\", \"uri\": \"own://%1$d\", \"path\": \"%2$s\", \"provider\": \"file\"}"
              .formatted(i, out.get(i)));
    }
    project.register("\"resources\": [" + String.join(", ", entries) + "]");
    assertEquals(out.size(), project.catalog().resources().size());

    ResourceReading reading = new ResourceReading(project);
    project.env.put("MCP_RESOURCES_ROOTS", "/");
    ResourceReading everywhere = new ResourceReading(project);
    // What was inside when the entry was read may lead out a moment later.
    link("late.txt", outside.resolve("secret.txt"));
    assertEquals(SECRET, everywhere.text("own://" + out.indexOf("late.txt")));
    for (int i = 0; i < out.size(); i++) {
      reading.assertNotFound("own://" + i);
      String name = "r" + i;
      ResourceReading.assertNotFound(
          assertThrows(ResourceException.class, () -> ResourceReading.text(reading.named(name))));
    }
  }
}
