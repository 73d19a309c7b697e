package dev.bullpen.http.fleet;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A replica's settings for its fleet.
 *
 * @param node its own name; if empty, the machine's
 * @param peers URLs of replicas by node name; may include its own
 * @param service a URL whose host resolves to the addresses of all replicas
 * @param keys the file of the keys that all replicas share
 */
public record FleetSettings(
    Optional<String> node, Map<String, String> peers, Optional<String> service, Path keys) {
  public FleetSettings {
    peers = Map.copyOf(peers);
  }
}
