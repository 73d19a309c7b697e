package dev.bullpen.testkit.rig;

import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.schema.SchemaCheck;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Holds all that a server has said to a client against the client's revision. */
final class Manners {
  // Schemas are large: one check for each revision in this JVM, used by one thread at a time.
  private static final Map<Revision, SchemaCheck> CHECKS = new EnumMap<>(Revision.class);

  private Manners() {}

  static void assertKept(McpClient client) {
    List<String> problems;
    synchronized (CHECKS) {
      problems =
          CHECKS
              .computeIfAbsent(client.revision(), SchemaCheck::new)
              .problems(client.process().transcript());
    }
    if (!problems.isEmpty()) {
      throw new AssertionError(
          "not what %s defines:\n%s".formatted(client.revision(), String.join("\n", problems)));
    }
  }
}
