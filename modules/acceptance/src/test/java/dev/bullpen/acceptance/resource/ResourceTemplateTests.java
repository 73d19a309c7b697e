package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** URIs that nobody listed, but a template matches: RS-03, CO-11. */
class ResourceTemplateTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(ResourceTemplateTests::project, launcher -> launcher.workers(2, 2));

  /** Of all servers: providers run in one of them. */
  private static final List<Path> ROOTS = new ArrayList<>();

  private static void project(ProjectFixture project) {
    ROOTS.add(project.root());
    template(project, "log", "log://{service}/{day}", "text/x-log", "logs");
    template(project, "tree", "tree://{+path}", "text/plain", "logs");
    project
        .script("providers/logs.sh", "printf '%s|%s' \"$1\" \"$MCP_RESOURCE_TEMPLATE_VARS_JSON\"\n")
        .completion("log", ProjectFixture.SHORT_SECONDS, Scripts.FAST);
  }

  private static void template(
      ProjectFixture project, String name, String uriTemplate, String mimeType, String provider) {
    project.file(
        "resources/" + name + ".meta.json",
        Json.text(
            Json.object()
                .put("name", name)
                .put("description", "A template")
                .put("uriTemplate", uriTemplate)
                .put("mimeType", mimeType)
                .put("provider", provider)));
  }

  @ParameterizedTest
  @EnumSource
  void the_provider_is_told_the_uri_and_the_variables(Revision revision) {
    JsonNode content = ResourceReadTests.only(read(revision, "log://web/2025-01-12"));
    assertEquals(
        "log://web/2025-01-12|{\"service\":\"web\",\"day\":\"2025-01-12\"}",
        content.get("text").stringValue());
    assertEquals("log://web/2025-01-12", content.get("uri").stringValue());
    assertEquals("text/x-log", content.get("mimeType").stringValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log://web", "log://web/", "log:///x", "log://a/b/c", "log://a/b?c", "x"})
  void what_no_template_matches_is_not_found(String uri) {
    assertEquals(-32002, read(Revision.V2025_11_25, uri).code().orElse(0), uri);
    Answer answer = read(Revision.V2026_07_28, uri);
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    assertEquals(uri, answer.data().path("uri").asString(""), answer.message().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tree://$(touch%20never)",
        "tree://$(pwd)",
        "tree://';pwd;'",
        "tree://*",
        "tree://$(touch never)",
        "tree://`touch never`",
        "tree://;touch never",
        "tree://' ; touch never ; '",
        "tree://\" ; touch never ; \"",
        "tree://a\ntouch never",
        "tree://../../etc/passwd",
        "tree://--help",
        "tree://caf\u00e9 \ud83d\ude00"
      })
  void se_10_whatever_is_in_a_uri_is_text_to_the_provider(String uri) {
    Answer answer = read(Revision.V2025_11_25, uri);
    if (answer.failed()) {
      int code = answer.code().orElse(0);
      assertTrue(code == -32602 || code == -32002, answer.message().toString());
    } else {
      String text = ResourceReadTests.only(answer).get("text").stringValue();
      assertTrue(text.startsWith(uri + "|{"), text);
    }
    for (Path root : ROOTS) {
      assertFalse(Files.exists(root.resolve("never")), "it was run in " + root);
    }
  }

  @ParameterizedTest
  @EnumSource
  void co_11_its_variables_are_completed_by_its_text_and_by_what_it_matches(Revision revision) {
    for (String uri : List.of("log://{service}/{day}", "log://web/today")) {
      Answer answer =
          RIGS.of(revision)
              .client()
              .call("completion/complete", Messages.completeResource(uri, "service", ""));
      assertEquals(List.of("ok"), answer.values(), answer.message().toString());
    }
  }

  private static Answer read(Revision revision, String uri) {
    return RIGS.of(revision).client().call("resources/read", Json.object().put("uri", uri));
  }
}
