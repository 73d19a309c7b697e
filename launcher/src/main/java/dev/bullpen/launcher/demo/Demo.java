package dev.bullpen.launcher.demo;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.client.Answer;
import dev.bullpen.launcher.client.Handshake;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import java.time.Duration;

/** The demo from the first request to the last look. */
final class Demo {
  private final Stage stage;

  Demo(Server server, Screen screen) {
    this.stage = new Stage(server, screen);
  }

  /**
   * Plays it.
   *
   * @param startedAt when the server was, by {@link System#nanoTime}
   * @return whether nothing survived
   */
  boolean play(long startedAt) throws ServerException, InterruptedException {
    stage.screen().heading("Start");
    greet(startedAt);
    new Asking(stage).play();
    if (!Sighting.isPossible()) {
      stage
          .screen()
          .verdict(true, "Survivors are not counted: there is no /proc of this pid namespace.");
      return true;
    }
    boolean none = new TakingBack(stage).play();
    none &= new Leaving(stage).play();
    stage.screen().verdict(none, none ? "Nothing survived." : "Something survived.");
    return none;
  }

  private void greet(long startedAt) throws ServerException, InterruptedException {
    Answer hello =
        stage
            .server()
            .ask("initialize", Handshake.params("launcher demo"))
            .await(Stage.ANSWER_LIMIT);
    Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
    if (hello.isError()) {
      throw new ServerException("the server refused to start: " + hello.error());
    }
    stage.server().tell("notifications/initialized", Json.object());
    String who =
        "%s %s"
            .formatted(
                hello.result().path("serverInfo").path("name").stringValue("?"),
                hello.result().path("serverInfo").path("version").stringValue("?"));
    String protocol = "protocol " + hello.result().path("protocolVersion").stringValue("?");
    stage.screen().answered(took, "from nothing to the first answer", who, protocol);
  }
}
