package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What clients leave to a server, or make it hold, does not fill its heap. */
class HttpMemoryTests {
  private static final String HEAP = "-Xmx128m";
  private static final int BIG = 4_000_000;
  private static final Pattern ID = Pattern.compile("id: (\\S+)\n");

  @Test
  void answers_that_a_session_could_fetch_again_do_not_fill_the_heap() {
    try (HttpRig rig =
        HttpRig.start(
            project -> project.tool("big", "head -c %d /dev/zero | tr '\\0' x\n".formatted(BIG)),
            launcher -> launcher.workers(1, 2).environment("BULLPEN_JAVA_OPTS", HEAP))) {
      HttpSession session = rig.session(Revision.V2025_11_25, "{}");
      String first = fetched(session);
      String last = first;
      for (int i = 0; i < 40; i++) { // 160 MB
        last = fetched(session);
      }
      assertEquals(400, session.resume(first).status(), "is no longer kept");
      assertTrue(session.resume(last).body().length() > BIG, "the last answer is kept");
      HttpSession other = rig.session(Revision.V2025_11_25, "{}");
      assertTrue(other.call("ping", Json.object()).response().has("result"));
    }
  }

  /** Reads a big answer; the id of the first event on its stream. */
  private static String fetched(HttpSession session) {
    String body = session.tool("big", "{}").body();
    assertTrue(body.length() > BIG, () -> body.substring(0, Math.min(1000, body.length())));
    Matcher id = ID.matcher(body.substring(0, 1000));
    assertTrue(id.find(), body.substring(0, 1000));
    return id.group(1);
  }
}
