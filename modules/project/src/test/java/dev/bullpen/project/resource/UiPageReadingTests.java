package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.ResourceReads;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.script.ScriptEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class UiPageReadingTests extends ResourceProject {
  private ResourceReads withPage(Path html) {
    Layout layout = Layout.of(project.root, project.env, project.root.resolve("home"));
    UiPages pages =
        new UiPages() {
          @Override
          public Optional<Path> html(String uri) {
            return uri.equals("ui://s/p") ? Optional.of(html) : Optional.empty();
          }

          @Override
          public Optional<ObjectNode> meta(String uri) {
            return Optional.of(Json.object().set("ui", Json.object()));
          }
        };
    ResourceProviders providers =
        new ResourceProviders(
            project.env,
            layout,
            new ProviderCommand(layout, Optional.empty()),
            new ScriptEnvironment(
                project.env,
                layout,
                Optional.empty(),
                project.open().identity(),
                project.warnings::add));
    return new ResourceReads(project.catalog(), providers, pages);
  }

  private ResourceRead.Local page(Path html) throws ResourceException {
    return assertInstanceOf(
        ResourceRead.Local.class, withPage(html).plan(Optional.of("ui://s/p"), Optional.empty()));
  }

  @Test
  void the_page_of_an_interface_comes_as_html_with_its_meta() throws Exception {
    project.file("ui/p/index.html", "<p>\n");
    Path html = project.root.resolve("ui/p/index.html");
    ResourceRead.Local read = page(html);
    assertEquals(
        Json.parse(
            """
            [{"uri": "ui://s/p", "mimeType": "text/html;profile=mcp-app", "text": "<p>\\n",
              "_meta": {"ui": {}}}]
            """),
        read.target().contents(read.bytes()));
    assertTrue(withPage(html).stamp("ui://s/p").isPresent());
    ResourceReading.assertNotFound(
        assertThrows(
            ResourceException.class,
            () -> withPage(html).plan(Optional.of("ui://s/q"), Optional.empty())));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_page_is_bounded(int beyond, boolean accepted) throws Exception {
    project.env.put("MCPBASH_MAX_UI_RESOURCE_BYTES", "100");
    project.file("ui/p/index.html", "a".repeat(100 + beyond));
    ResourceRead.Local read = page(project.root.resolve("ui/p/index.html"));
    if (accepted) {
      assertEquals(100 + beyond, read.bytes().length);
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED,
          "Resource content exceeds 100 bytes",
          assertThrows(ResourceException.class, read::bytes));
    }
    assertEquals(1_048_576, ResourceLimit.ofUi(Map.of()));
  }

  @Test
  void a_page_that_is_a_link_or_gone_is_not_found() throws Exception {
    project.file("secret.html", "s").file("ui/p/x", "");
    Files.createSymbolicLink(
        project.root.resolve("ui/p/index.html"), project.root.resolve("secret.html"));
    for (String path : new String[] {"ui/p/index.html", "ui/p/gone", "ui/gone/x", "ui/p"}) {
      ResourceRead.Local read = page(project.root.resolve(path));
      ResourceReading.assertNotFound(assertThrows(ResourceException.class, read::bytes));
    }
  }
}
