package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ReadResourceResult;
import dev.bullpen.protocol.shape.ListedDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What lists show is what is read, and what a read shows. */
class ListedUrisTests {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "note://a",
        "note://my notes",
        "note://gr\u00f6\u00dfe",
        "note://50%",
        "note://50%2",
        "note://a/b[1].md",
        "note://[::1]/a",
        "note://[no]/a",
        "note://a#b#c",
        "note://a\\b|c^d",
        "a b",
        "not/a/uri[1]",
        "1:2"
      })
  void a_resource_is_read_by_the_uri_that_lists_show(String written) throws Exception {
    Path root = folder.toRealPath();
    Path resources = Files.createDirectory(root.resolve("resources"));
    Files.writeString(resources.resolve("a.txt"), "text");
    ObjectNode metadata = Json.object().put("name", "a").put("uri", written);
    Files.write(resources.resolve("a.meta.json"), Json.bytes(metadata));
    Project project =
        Project.open(
            root, Map.of("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true"), root, warning -> {});
    Catalog catalog = project.catalog();
    String listed =
        ListedDefinition.resource(
                catalog.listed(CatalogKind.RESOURCES).get(0), Revision.V2026_07_28)
            .path("uri")
            .stringValue();
    assertEquals(listed, UriText.of(written));
    assertEquals(listed, UriText.of(listed));
    assertEquals("a", catalog.resource(listed).orElseThrow().name());
    ResourceRead.Local read =
        assertInstanceOf(
            ResourceRead.Local.class,
            project.resourceReads().plan(Optional.of(listed), Optional.empty()));
    assertEquals(
        listed,
        ReadResourceResult.build(
                read.target().contents(read.bytes()), Revision.V2026_07_28, CacheHint.READ)
            .at("/contents/0/uri")
            .stringValue());
  }
}
