package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** RS-11, SE-04: no URI, however it is written, reads what lies outside the resources folder. */
@Tag("promise")
class ResourcePathAttackTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(ResourcePathAttackTests::project, launcher -> launcher.workers(1, 1));

  /** So many are on their way at a time. */
  private static final int AT_ONCE = 50;

  private static final String INSIDE = "inside the fence";
  private static final String OUTSIDE = "outside the fence";

  private static final List<String> DOTS =
      List.of(
          "..",
          "%2e%2e",
          "%2E%2e",
          ".%2e",
          "%2e.",
          "%252e%252e",
          "%c0%ae%c0%ae",
          "..;",
          "\uff0e\uff0e");

  private static final List<String> SLASHES =
      List.of("/", "%2f", "%2F", "//", "/./", "\\", "%5c", "%252f", "%c0%af");

  private static final List<String> SCHEMES =
      List.of(
          "file://",
          "file:",
          "FILE://",
          "file://localhost",
          "file:///",
          "file:////",
          "file://.",
          "file://host",
          "file://user@localhost",
          "",
          "jar:file:",
          "git+file://",
          "ui://",
          "x://");

  private static void project(ProjectFixture project) {
    project
        .file("resources/inside.txt", INSIDE)
        .file("resources/folder/deeper.txt", INSIDE)
        .file("resources/.hidden.txt", OUTSIDE)
        .file("resources/.folder/hidden.txt", OUTSIDE)
        .file("server.d/secret.txt", OUTSIDE)
        .file("resources-too/secret.txt", OUTSIDE)
        .file("ui/board/index.html", INSIDE)
        .tool("secret", "echo " + OUTSIDE + "\n");
    Path root = project.root();
    try {
      Files.writeString(root.resolveSibling("secret.txt"), OUTSIDE);
      link(root, "resources/link.txt", "../server.d/secret.txt");
      link(root, "resources/straight.txt", root.resolveSibling("secret.txt").toString());
      link(root, "resources/up", "..");
      link(root, "resources/round", "round");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void link(Path root, String from, String to) throws IOException {
    Files.createSymbolicLink(root.resolve(from), Path.of(to));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void nothing_outside_is_read(Revision revision) {
    Rig rig = RIGS.of(revision);
    List<String> uris = List.copyOf(attacks(rig.project()));
    int read = 0;
    for (int first = 0; first < uris.size(); first += AT_ONCE) {
      List<String> batch = uris.subList(first, Math.min(uris.size(), first + AT_ONCE));
      List<Long> ids = batch.stream().map(uri -> send(rig, uri)).toList();
      for (int i = 0; i < batch.size(); i++) {
        Answer answer = rig.client().await(ids.get(i), McpClient.PATIENCE);
        assertHarmless(batch.get(i), answer);
        read += answer.failed() ? 0 : 1;
      }
    }
    System.out.printf(
        "[measured] path attacks, %s: %d URIs, %d of them led inside%n",
        revision, uris.size(), read);
    assertTrue(uris.size() > 500, uris.size() + " URIs");
    assertTrue(read < uris.size() / 4, read + " led inside");
    assertInsideIsRead(rig, rig.project());
  }

  @Tag("slow")
  @Test
  void control_with_a_root_around_all_the_same_uris_read_what_lies_outside() {
    try (Rig rig =
        Rig.start(
            ResourcePathAttackTests::project,
            launcher -> launcher.workers(1, 1).environment("MCP_RESOURCES_ROOTS", "/"))) {
      int outside = 0;
      for (String uri : attacks(rig.project())) {
        outside += read(rig, uri).message().toString().contains(OUTSIDE) ? 1 : 0;
      }
      System.out.printf("[measured] path attacks without a fence: %d led outside%n", outside);
      assertTrue(outside > 20, "the control shows nothing: " + outside + " led outside");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void what_is_hidden_and_what_is_missing_look_the_same(Revision revision) {
    Rig rig = RIGS.of(revision);
    String missing = "file://" + rig.project().resolve("server.d/no-such.txt");
    String expected = anonymous(read(rig, missing), missing);
    for (String uri :
        List.of(
            "file://" + rig.project().resolve("server.d/secret.txt"),
            "file://" + rig.project().resolve("server.d"),
            "file://" + rig.project().resolveSibling("secret.txt"),
            "file://" + rig.project().resolve("resources/link.txt"),
            "file://" + rig.project().resolve("resources/up/server.d/secret.txt"),
            "file://" + rig.project().resolve("resources/.hidden.txt"),
            "file://" + rig.project().resolve("resources/.folder/hidden.txt"),
            "file://" + rig.project().resolve("resources/no-such.txt"),
            "file:///etc/passwd",
            "file:///etc/no-such",
            "file:///root/.ssh/id_rsa")) {
      assertEquals(expected, anonymous(read(rig, uri), uri), uri);
    }
  }

  /** The error of an answer without what the client has said itself. */
  private static String anonymous(Answer answer, String uri) {
    assertTrue(answer.failed(), answer.message().toString());
    return Json.text(answer.message().get("error")).replace(uri, "URI");
  }

  private static void assertInsideIsRead(Rig rig, Path root) {
    for (String path : List.of("inside.txt", "folder/deeper.txt")) {
      Answer answer = read(rig, "file://" + root.resolve("resources").resolve(path));
      assertEquals(INSIDE, ResourceReadTests.only(answer).get("text").stringValue());
    }
  }

  private static void assertHarmless(String uri, Answer answer) {
    String said = answer.message().toString().replace(uri, "URI");
    assertFalse(said.contains(OUTSIDE), uri + ": " + said);
    assertFalse(said.contains("root:"), uri + ": " + said);
    if (answer.failed()) {
      int code = answer.code().orElse(0);
      assertTrue(code == -32002 || code == -32602 || code == -32603, uri + ": " + said);
    } else {
      // A folder has a content for each of its files.
      for (JsonNode content : answer.result().path("contents")) {
        assertEquals(INSIDE, content.path("text").asString(""), uri + ": " + said);
      }
    }
  }

  private static Set<String> attacks(Path root) {
    Set<String> attacks = new LinkedHashSet<>();
    List<String> targets =
        List.of(
            "/etc/passwd",
            root.resolve("server.d/secret.txt").toString(),
            root.resolve("tools/secret/tool.sh").toString(),
            root.resolve("resources-too/secret.txt").toString(),
            root.resolveSibling("secret.txt").toString());
    for (String scheme : SCHEMES) {
      targets.forEach(target -> attacks.add(scheme + target));
    }
    String inside = root.resolve("resources") + "/";
    for (String dots : DOTS) {
      for (String slash : SLASHES) {
        for (String above :
            List.of("server.d" + slash + "secret.txt", "resources-too/secret.txt")) {
          attacks.add("file://" + inside + dots + slash + above);
          attacks.add("file://" + inside + "folder" + slash + dots + slash + dots + slash + above);
          attacks.add(
              "file://" + inside + "inside.txt" + slash + dots + slash + dots + slash + above);
        }
        attacks.add("file://" + inside + (dots + slash).repeat(30) + "etc" + slash + "passwd");
        attacks.add("ui://fixture/board/" + (dots + slash).repeat(2) + "server.d/secret.txt");
        attacks.add("ui://fixture/" + (dots + slash) + "server.d");
      }
    }
    attacks.addAll(odd(root, inside));
    return attacks;
  }

  private static List<String> odd(Path root, String inside) {
    String secret = root.resolve("server.d/secret.txt").toString();
    List<String> odd = new ArrayList<>();
    for (String end :
        List.of(
            "%00", "\0", "%00.txt", "\0.txt", "#", "#inside.txt", "?x", "/", "/.", " ", "%20")) {
      odd.add("file://" + secret + end);
      odd.add("file://" + inside + "inside.txt" + end + "/../../server.d/secret.txt");
    }
    for (String link :
        List.of("link.txt", "straight.txt", "up/server.d/secret.txt", "up", "round")) {
      odd.add("file://" + inside + link);
      odd.add("file://" + inside + "./" + link);
      odd.add("file://" + inside + "folder/../" + link);
    }
    odd.add("file://" + inside.toUpperCase(Locale.ROOT) + "inside.txt");
    odd.add("file://" + inside + "folder");
    odd.add("file://" + inside);
    odd.add("file:///proc/self/root" + secret);
    odd.add("file:///proc/self/cwd/server.d/secret.txt");
    odd.add("file:///proc/self/environ");
    odd.add("file:///dev/stdin");
    odd.add("file:///C:/Windows/win.ini");
    odd.add("file:////server/share/secret.txt");
    odd.add("\\\\server\\share\\secret.txt");
    odd.add("file://" + inside + "a".repeat(5000));
    odd.add("file://" + inside + "a/".repeat(5000));
    odd.add("file://%");
    odd.add("file://%zz");
    odd.add("file://" + inside + "%ff%fe");
    return odd;
  }

  private static long send(Rig rig, String uri) {
    return rig.client().send("resources/read", Json.object().put("uri", uri));
  }

  private static Answer read(Rig rig, String uri) {
    return rig.client().await(send(rig, uri), McpClient.PATIENCE);
  }
}
