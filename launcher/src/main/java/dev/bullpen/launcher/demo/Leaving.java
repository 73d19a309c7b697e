package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.client.ServerException;
import java.time.Duration;
import java.util.List;

/** Third act: the client closes its end, and everybody else has to go. */
final class Leaving {
  /** A server with nothing to do needs a moment; who is there after this stays. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Stage stage;

  Leaving(Stage stage) {
    this.stage = stage;
  }

  /** Returns whether nothing survived. */
  boolean play() throws ServerException, InterruptedException {
    stage.screen().heading("Leave");
    List<Sighting> family = Lookout.family(stage.server().pid());
    stage.screen().note("the server and all it has started", family.size() + " processes");
    long leftAt = System.nanoTime();
    stage.server().end();
    List<Sighting> left = Lookout.awaitEnd(family, END_LIMIT);
    stage
        .screen()
        .ended(
            "end of input, until all were gone",
            Duration.ofNanos(System.nanoTime() - leftAt),
            family.size(),
            left);
    return left.isEmpty();
  }
}
