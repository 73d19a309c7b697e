package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that first seals when it has only so many descriptors left, and again when it has
 * enough. It says what came of each.
 */
final class SealingInShortage {
  private SealingInShortage() {}

  public static void main(String[] arguments) throws IOException {
    // What every server has loaded long before.
    Files.readAllBytes(Path.of("/dev/null"));
    StateSeal.binding(new StateSeal.Call("p", "m", "n", Json.object()));
    new JsonRpcException(JsonRpcError.internalError("none")).error();
    Json.bytes(Json.object());
    StateSeal seal = new StateSeal(Duration.ofMinutes(10), false);
    List<InputStream> held = new ArrayList<>();
    try {
      while (true) {
        held.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException full) {
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        held.remove(held.size() - 1).close();
      }
    }
    say(seal);
    for (InputStream each : held) {
      each.close();
    }
    say(seal);
  }

  private static void say(StateSeal seal) {
    try {
      seal.prepare();
      seal.seal(Json.object(), new StateSeal.Call("p", "m", "n", Json.object()), Instant.EPOCH);
      System.out.println("sealed");
    } catch (JsonRpcException e) {
      System.out.println("refused");
    } catch (LinkageError e) {
      System.out.println(e);
    }
  }
}
