package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Resources of other hosts, read by the product's own script with a curl that the test makes. */
class HttpsResourceTests {
  private static final String HOSTS =
      "case $2 in inner.example) echo '10.0.0.1 STREAM' ;; *) echo '93.184.216.34 STREAM' ;; esac";

  private static final String CURL =
      """
      for last; do :; done
      while [ $# -gt 0 ]; do
        case $1 in
        --output) body=$2 ;;
        --dump-header) head=$2 ;;
        esac
        shift
      done
      status='200 OK'
      case $last in
      */text) printf 'hello\\n' >"$body" ;;
      */binary) printf '\\377\\000' >"$body" ;;
      */moved) status='302 Found' ;;
      *)
        export token=${last##*/}
        echo "$token" >"$MCP_TEST_GATE"
        exec sleep %d
        ;;
      esac
      printf 'HTTP/1.1 %%s\\r\\nLocation: https://other.example/there?key=k\\r\\n\\r\\n' "$status" >"$head"
      printf %%s "${status%%%% *}"
      """
          .formatted(Scripts.SLEEP_SECONDS);

  @TempDir static Path folder;

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          project -> {
            program("getent", HOSTS);
            program("curl", CURL);
            project.script("providers/https.sh", "echo 'of the project'\n");
          },
          launcher ->
              launcher
                  .workers(2, 2)
                  .environment("PATH", folder + ":" + System.getenv("PATH"))
                  .environment("MCPBASH_HTTPS_ALLOW_ALL", "true"));

  private static void program(String name, String text) {
    try {
      Path file = Files.writeString(folder.resolve(name), "#!/usr/bin/env bash\n" + text + "\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answer read(Rig rig, String uri) {
    return rig.client().call("resources/read", Json.object().put("uri", uri));
  }

  @Test
  void content_comes_as_text_or_base64_and_never_from_a_script_of_the_project() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    JsonNode text = ResourceReadTests.only(read(rig, "https://files.example/text"));
    assertEquals("hello\n", text.path("text").asString(""), text.toString());
    JsonNode binary = ResourceReadTests.only(read(rig, "https://files.example/binary"));
    assertEquals("/wA=", binary.path("blob").asString(""), binary.toString());
  }

  @Test
  void what_is_refused_is_explained_to_the_operator_alone() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer hidden = read(rig, "https://inner.example/text");
    assertEquals(-32602, hidden.code().orElse(0), hidden.message().toString());
    assertTrue(
        hidden.errorText().endsWith("The host inner.example may not be read from here"),
        hidden.errorText());
    rig.process().stderr().assertSays("Its address 10.0.0.1 is not public");
    Answer moved = read(rig, "https://files.example/moved");
    assertEquals(-32603, moved.code().orElse(0), moved.message().toString());
    assertFalse(moved.message().toString().contains("there"), moved.message().toString());
    rig.process().stderr().assertSays("redirect:https://other.example/there?...");
    assertFalse(rig.process().stderr().text().contains("key=k"));
  }

  @Test
  void a_cancelled_read_of_a_host_that_hangs_leaves_nothing() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String token = rig.freshToken();
    long id =
        rig.client()
            .send("resources/read", Json.object().put("uri", "https://files.example/" + token));
    Job job = rig.ready(new Job(id, token, List.of()), 1, McpClient.PATIENCE);
    rig.client().cancel(job.id());
    rig.assertGone(job, McpClient.PATIENCE);
    assertEquals(0, rig.client().answers(job.id()));
  }
}
