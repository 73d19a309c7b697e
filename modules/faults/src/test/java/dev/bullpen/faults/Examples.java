package dev.bullpen.faults;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.node.ObjectNode;

/** The projects that show what can be done, each played in a copy of its own. */
final class Examples {
  private static final Path FOLDER = Path.of(System.getProperty("bullpen.examples", "examples"));

  private Examples() {}

  /** Each of them with a session and without. */
  static Stream<Arguments> inBothEras(String... names) {
    return Stream.of(names)
        .flatMap(
            name ->
                Stream.of(Revision.V2025_11_25, Revision.V2026_07_28)
                    .map(revision -> Arguments.of(name, revision)));
  }

  /** A server of an example and a client that agrees to everything. */
  static Rig start(Revision revision, String name, Consumer<Path> root) {
    return start(revision, name, project -> root.accept(project.root()), launcher -> launcher);
  }

  /** The same with changes to the project and to the way it is started. */
  static Rig start(
      Revision revision,
      String name,
      Consumer<ProjectFixture> changes,
      UnaryOperator<Launcher> launcher) {
    return start(revision, AgreeableClient.CAPABILITIES, name, changes, launcher);
  }

  /** A server of an example and a client that is asked nothing. */
  static Rig startUnasked(Revision revision, String name) {
    return start(revision, "{}", name, project -> {}, launcher -> launcher);
  }

  private static Rig start(
      Revision revision,
      String capabilities,
      String name,
      Consumer<ProjectFixture> changes,
      UnaryOperator<Launcher> launcher) {
    return Rig.start(
        revision,
        capabilities,
        project -> changes.accept(project.copy(FOLDER.resolve(name))),
        packaged -> launcher.apply(packaged.workers(2, 2)));
  }

  /** The first value that is suggested, or one that suits nearly everything. */
  static String suggested(McpClient client, ObjectNode completion) {
    Answer answer = client.call("completion/complete", completion);
    return answer.values().isEmpty() ? "ann" : answer.values().get(0);
  }

  /** A completion that knows what was chosen before. */
  static ObjectNode knowing(ObjectNode completion, ObjectNode chosen) {
    ObjectNode context = Json.object();
    context.set("arguments", chosen.deepCopy());
    completion.set("context", context);
    return completion;
  }

  /** A subscription to all lists where there is no session; returns the tag of its notices. */
  static String listen(Revision revision, Notices notices) {
    if (revision.handshake()) {
      return Notices.SESSION;
    }
    notices.listen(
        "9000", "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}");
    return "9000";
  }
}
