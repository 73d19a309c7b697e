package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.tool.UiResource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class UiPageReadingTests extends ResourceProject {
  private ResourceRead read(String wanted, Path html) throws ResourceException {
    Layout layout = Layout.of(project.root, project.env, project.root.resolve("home"));
    ResourceProviders providers =
        new ResourceProviders(
            project.env,
            layout,
            new TrustedCommand(layout, Optional.empty()),
            new ScriptEnvironment(
                project.env,
                layout,
                new SearchPath(project.env),
                project.open().identity(),
                project.warnings::add));
    ObjectNode meta = Json.object().set("ui", Json.object());
    return providers.read(
        ResourceSubject.unknown(wanted, "ui"),
        Optional.of(new UiResource("p", wanted, html, meta, Json.object()))
            .filter(page -> wanted.equals("ui://s/p")));
  }

  private ResourceRead.Local page(Path html) throws ResourceException {
    return assertInstanceOf(ResourceRead.Local.class, read("ui://s/p", html));
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
    assertNotEquals(FileStamp.NONE, read.source().stamp());
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> read("ui://s/q", html)));
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
    assertEquals(1_048_576, ResourceProviders.maxUiBytes(Map.of()));
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
