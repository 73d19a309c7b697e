package dev.bullpen.http.endpoint;

import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.server.engine.Engine;
import java.util.List;
import java.util.Optional;

/** Whether this server should get requests. */
public final class Readiness {
  private final Engine engine;
  private final Optional<Fleet> fleet;
  private volatile boolean isEnding;

  public Readiness(Engine engine, Optional<Fleet> fleet) {
    this.engine = engine;
    this.fleet = fleet;
  }

  /** From now on it should not, though it still serves what comes. */
  public void end() {
    isEnding = true;
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Why it should not, for people; empty if it should. */
  public Optional<String> obstacle() {
    engine.recover();
    return isEnding ? Optional.of("the server is ending") : engine.obstacle();
  }

  /** What is not as it should be in the fleet, for people, though it should. */
  public List<String> remarks() {
    return fleet.map(Fleet::differences).orElse(List.of());
  }
}
