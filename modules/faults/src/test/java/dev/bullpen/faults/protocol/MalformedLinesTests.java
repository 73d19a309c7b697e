package dev.bullpen.faults.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F11: bad lines of all sorts, and pings in between. */
@Tag("F11")
@Tag("promise")
class MalformedLinesTests {
  private static final int BAD_LINES = 10_000;
  private static final int BETWEEN_PINGS = 100;
  private static final int STDERR_LINES = 100;

  /** Ids of pings begin here; those of bad lines stay below. */
  private static final long FIRST_PING = 1_000_000;

  private static final long FIRST_BAD = 1_000;

  @Test
  void every_ping_is_answered_and_every_bad_line_gets_its_error() {
    Chance chance = Chance.of("F11 malformed lines");
    try (Rig rig = start("")) {
      List<Long> pings = new ArrayList<>();
      List<Long> readable = new ArrayList<>();
      int unreadable = 0;
      for (int i = 0; i < BAD_LINES; i++) {
        BadLine bad = BadLine.values()[chance.below(BadLine.values().length)];
        rig.process().sendRaw(bad.bytes(FIRST_BAD + i));
        if (bad.answered == BadLine.Answered.WITH_ID) {
          readable.add(FIRST_BAD + i);
        } else if (bad.answered == BadLine.Answered.WITHOUT_ID) {
          unreadable++;
        }
        if (i % BETWEEN_PINGS == BETWEEN_PINGS - 1) {
          pings.add(ping(rig, FIRST_PING + i));
        }
      }
      rig.client().ping();
      Transcript transcript = rig.process().transcript();
      for (long id : pings) {
        assertEquals(1, transcript.responses(Long.toString(id)).size(), "ping " + id);
      }
      for (long id : readable) {
        List<Line> answers = transcript.responses(Long.toString(id));
        assertEquals(1, answers.size(), "answers to bad line " + id);
        assertTrue(answers.get(0).json().orElseThrow().has("error"), answers.get(0).text());
      }
      assertEquals(unreadable, withoutId(transcript), "errors without an id");
      assertTrue(rig.process().running());
      assertTrue(
          rig.process().stderr().lines() <= STDERR_LINES,
          rig.process().stderr().lines() + " lines on standard error");
      rig.assertCalm();
    }
  }

  @Test
  @Tag("slow")
  void control_without_resync_the_next_ping_is_not_answered() {
    try (Rig rig = start("resync")) {
      rig.process().sendRaw(BadLine.PROSE.bytes(1));
      long id = ping(rig, FIRST_PING);
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(id), Deadline.in(Duration.ofSeconds(1)))
              .isEmpty(),
          "the control shows nothing: the ping was answered");
    }
  }

  private static Rig start(String off) {
    return Rig.start(project -> {}, launcher -> launcher.workers(1, 1).off(off)).settled();
  }

  private static long ping(Rig rig, long id) {
    rig.process()
        .sendRaw(
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}\n".formatted(id).getBytes(UTF_8));
    return id;
  }

  private static int withoutId(Transcript transcript) {
    return (int)
        transcript.received().stream().filter(line -> !line.json().orElseThrow().has("id")).count();
  }

  /** Lines that are no good request, and how each is answered in a session that may omit ids. */
  private enum BadLine {
    PROSE("this is not json %d", Answered.WITHOUT_ID),
    EMPTY("", Answered.NOT_AT_ALL),
    BLANK(" \t ", Answered.NOT_AT_ALL),
    ARRAY("[1,2]", Answered.WITHOUT_ID),
    EMPTY_ARRAY("[]", Answered.WITHOUT_ID),
    NUMBER("%d", Answered.WITHOUT_ID),
    ONLY_AN_ID("{\"id\":%d}", Answered.WITH_ID),
    NO_METHOD("{\"jsonrpc\":\"2.0\",\"id\":%d}", Answered.WITH_ID),
    OTHER_JSON_RPC("{\"jsonrpc\":\"1.0\",\"id\":%d,\"method\":\"ping\"}", Answered.WITH_ID),
    METHOD_IS_A_NUMBER("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":7}", Answered.WITH_ID),
    PARAMS_IS_AN_ARRAY(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":[1]}", Answered.WITH_ID),
    LONE_SURROGATE("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"\\ud800\"}", Answered.WITH_ID),
    LONE_SURROGATE_IN_A_NAME(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":{\"\\ud800\":1}}",
        Answered.WITH_ID),
    CUT_OFF("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"pi", Answered.WITHOUT_ID),
    NUL("\0{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}", Answered.WITHOUT_ID),
    INVALID_UTF8(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"\u00ff\u00fe\"}", Answered.WITHOUT_ID),
    DEEP_ARRAY("[".repeat(64) + "]".repeat(64), Answered.WITHOUT_ID),
    DEEP_PARAMS(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":"
            + "[".repeat(64)
            + "]".repeat(64)
            + "}",
        Answered.WITH_ID),
    BOTTOMLESS("[".repeat(10_000) + "]".repeat(10_000), Answered.WITHOUT_ID);

    /** What becomes of a line. */
    enum Answered {
      WITH_ID,
      WITHOUT_ID,
      NOT_AT_ALL
    }

    private final String text;
    final Answered answered;

    BadLine(String text, Answered answered) {
      this.text = text;
      this.answered = answered;
    }

    /** The line's bytes, newline included; each character is one byte. */
    byte[] bytes(long id) {
      return (text.replace("%d", Long.toString(id)) + "\n").getBytes(ISO_8859_1);
    }
  }
}
