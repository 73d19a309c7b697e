package dev.bullpen.protocol.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Bytes;
import dev.bullpen.fuzz.Fuzz;
import dev.bullpen.fuzz.JsonGrammar;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random input, cut into lines and read as messages. */
class LineFuzzTests {
  private static final int ROUNDS = 800;

  private static final List<String> MESSAGES =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":{}}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"a\"}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"roots\":[]}}",
          "[{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-1,\"message\":\"m\"}},{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}]");

  private static final JsonGrammar GRAMMAR = JsonGrammar.of(MESSAGES);

  @Test
  void lines_are_those_that_a_simple_cutter_finds() {
    byte[] telling = {'\n', '\n', '\r', ' ', '\t', 'x', (byte) 0xef, (byte) 0xbb, (byte) 0xbf, 0};
    Fuzz.rounds(
        "lines",
        1,
        ROUNDS,
        chance -> {
          byte[] input = Bytes.random(chance, chance.nextInt(20) == 0 ? 200_000 : 300);
          for (int i = 0; i < input.length && chance.nextInt(5) > 0; i += 1 + chance.nextInt(5)) {
            input[i] = telling[chance.nextInt(telling.length)];
          }
          int most = 1 + chance.nextInt(chance.nextBoolean() ? 20 : 100_000);
          int longest = 1 + chance.nextInt(chance.nextBoolean() ? 10 : 70_000);
          LineReader reader =
              new LineReader(new PiecewiseInput(input, longest, chance.nextLong()), most);
          List<String> found = new ArrayList<>();
          for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
            found.add(line instanceof Line.Text text ? latin(text.utf8()) : "too long");
          }
          assertEquals(simplyCut(input, most), found);
          assertTrue(reader.next() instanceof Line.End, "and the end stays");
        });
  }

  @Test
  void any_line_is_a_message_or_says_why_not() {
    Fuzz.rounds(
        "messages",
        1,
        ROUNDS,
        chance -> {
          byte[] line =
              GRAMMAR
                  .changed(MESSAGES.get(chance.nextInt(MESSAGES.size())), chance)
                  .getBytes(StandardCharsets.UTF_8);
          check(Message.parse(chance.nextInt(4) == 0 ? Bytes.damaged(line, chance) : line));
        });
  }

  private static void check(Message message) {
    if (message instanceof Message.Batch batch) {
      assertFalse(batch.elements().isEmpty());
      batch.elements().forEach(LineFuzzTests::check);
    } else if (message instanceof Message.Invalid invalid) {
      says(invalid.error());
      JsonRpc.line(JsonRpc.error(invalid.id(), invalid.error(), Optional.empty()));
    } else if (message instanceof Message.Ignored ignored) {
      says(ignored.why());
    } else if (message instanceof Message.Request request) {
      JsonRpc.line(JsonRpc.error(request.id(), JsonRpcError.methodNotFound(request.method())));
    }
  }

  private static void says(JsonRpcError error) {
    assertTrue(error.message().length() > 10 && error.message().length() < 1_000, error.message());
  }

  /** What {@link LineReader} promises, done with all of the input in memory. */
  private static List<String> simplyCut(byte[] input, int most) {
    List<String> lines = new ArrayList<>();
    String all = latin(input);
    boolean first = true;
    for (String raw : all.split("\n", -1)) {
      boolean tooLong = raw.length() > most + 4; // what may be removed: a mark of three, and \r
      String line = first && raw.startsWith("\u00ef\u00bb\u00bf") ? raw.substring(3) : raw;
      line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      first = false;
      if (tooLong || line.length() > most) {
        lines.add("too long");
      } else if (!line.matches("[ \t\r]*")) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
