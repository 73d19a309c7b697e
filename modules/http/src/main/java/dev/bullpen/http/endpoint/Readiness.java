package dev.bullpen.http.endpoint;

import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.server.engine.Engine;
import java.util.List;
import java.util.Optional;

/** Whether this server should get requests from a balancer. */
public final class Readiness {
  private final Engine engine;
  private final Optional<Fleet> fleet;
  private volatile boolean isEnding;

  public Readiness(Engine engine, Optional<Fleet> fleet) {
    this.engine = engine;
    this.fleet = fleet;
  }

  /** The server should get no more requests. It still serves those that come. */
  public void end() {
    isEnding = true;
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Why the server should get no requests, for people; empty if it should. */
  public Optional<String> obstacle() {
    engine.recover();
    return isEnding ? Optional.of("the server is ending") : engine.obstacle();
  }

  /** Problems of the fleet, for people. They do not affect readiness. */
  public List<String> warnings() {
    return fleet.map(Fleet::differences).orElse(List.of());
  }
}
