package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A token whose resources are a pattern is no way to what lies beside it. */
@Tag("promise")
class ResourceRightsTests {
  private static final String ALL = "a".repeat(40);
  private static final String PUBLIC = "p".repeat(40);

  @TempDir static Path folder;

  private static String root;
  private static HttpRig rig;

  @BeforeAll
  static void start() throws IOException {
    Path real = folder.toRealPath();
    root = "file://" + real.resolve("srv");
    for (String place : new String[] {"public", "private"}) {
      Path file = Files.createDirectories(real.resolve("srv").resolve(place)).resolve("x.txt");
      Files.writeString(file, "this is " + place + "\n");
    }
    Path tokens =
        TokenFile.write(
            real.resolve("tokens"),
            "{\"name\": \"all\", \"sha256\": \"%s\", \"resources\": [\"*\"]}"
                .formatted(TokenFile.hash(ALL)),
            "{\"name\": \"public\", \"sha256\": \"%s\", \"resources\": [\"%s/public/*\"]}"
                .formatted(TokenFile.hash(PUBLIC), root));
    rig =
        HttpRig.start(
            project ->
                project
                    .file(
                        "resources/place.meta.json",
                        "{\"name\": \"place\", \"uriTemplate\": \"%s/{place}/{name}\"}"
                            .formatted(root))
                    .script("resources/place.completion.sh", "echo '[\"public\",\"private\"]'\n"),
            launcher ->
                launcher
                    .workers(1, 1)
                    .with("--token-file", tokens.toString())
                    .environment("MCP_RESOURCES_ROOTS", real.resolve("srv").toString()),
            Optional.of(PUBLIC));
  }

  @AfterAll
  static void end() {
    rig.close();
  }

  private static HttpCall byAll(HttpCall call) {
    return call.header("Authorization", "Bearer " + ALL);
  }

  private static ObjectNode uri(String path) {
    return Json.object().put("uri", root + path);
  }

  private static HttpCall read(String path) {
    return rig.modern("resources/read", uri(path));
  }

  private static String text(HttpReply reply) {
    return reply.response().at("/result/contents/0/text").asString("");
  }

  /** The error without what the client has said itself. */
  private static String error(HttpReply reply, String path) {
    JsonNode response = reply.response();
    assertTrue(response.has("error"), response.toString());
    return Json.text(response.get("error")).replace(root + path, "URI");
  }

  @Test
  void what_the_pattern_permits_is_read_heard_of_and_subscribed_to() {
    String path = "/public/x.txt";
    assertEquals("this is public\n", text(rig.send(read(path))));
    assertEquals(1, heard(path).size());
    HttpSession session = rig.session(Revision.V2025_11_25, "{}");
    assertTrue(session.call("resources/subscribe", uri(path)).response().has("result"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/public/../private/x.txt",
        "/public/%2e%2e/private/x.txt",
        "/public/.%2E%2fprivate/x.txt",
        "/public/..%2Fprivate/x.txt"
      })
  void dot_segments_lead_nowhere(String path) {
    String missing = "/public/missing.txt";
    assertEquals(error(rig.send(read(missing)), missing), error(rig.send(read(path)), path));
    assertTrue(heard(path).isEmpty(), "not heard of");
    HttpSession session = rig.session(Revision.V2025_11_25, "{}");
    assertEquals(
        error(session.call("resources/subscribe", uri(missing)), missing),
        error(session.call("resources/subscribe", uri(path)), path));
    assertEquals("this is private\n", text(rig.send(byAll(read(path)))), "there is such a file");
  }

  /** What a subscription to that resource is acknowledged with. */
  private static JsonNode heard(String path) {
    ObjectNode params =
        Messages.json("{'notifications':{'resourceSubscriptions':['%s']}}", root + path);
    JsonNode first = rig.send(rig.modern("subscriptions/listen", params)).nextMessage();
    assertEquals(Notices.ACKNOWLEDGED, first.path("method").asString(""));
    return first.at("/params/notifications/resourceSubscriptions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/{place}/{name}", "/public/x.txt"})
  void a_template_that_the_pattern_does_not_permit_is_not_completed(String path) {
    HttpCall call =
        rig.modern("completion/complete", Messages.completeResource(root + path, "place", "p"));
    JsonNode denied = rig.send(call).response();
    assertFalse(denied.has("result"), denied.toString());
    String none = "/public/no/such";
    HttpCall unknown =
        rig.modern("completion/complete", Messages.completeResource(root + none, "place", "p"));
    assertEquals(rig.send(unknown).response().get("error"), denied.get("error"));
    JsonNode values = rig.send(byAll(call)).response().at("/result/completion/values");
    assertEquals(Json.array().add("public").add("private"), values, "there is such a template");
  }
}
