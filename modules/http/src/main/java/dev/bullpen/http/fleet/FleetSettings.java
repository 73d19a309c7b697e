package dev.bullpen.http.fleet;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a replica needs to know of the others.
 *
 * @param node its own name; the machine's if empty
 * @param peers URLs by the names of their nodes; its own may be among them
 * @param service a URL whose host has the addresses of all replicas in DNS
 * @param keys the file of the keys that all share
 */
public record FleetSettings(
    Optional<String> node, Map<String, String> peers, Optional<String> service, Path keys) {
  public FleetSettings {
    peers = Map.copyOf(peers);
  }
}
