package dev.bullpen.http.fleet;

import java.util.List;

/** The current keys of a fleet. */
interface FleetKeys {
  /** One or two keys: the first is used, all are accepted. */
  List<FleetKey> current();
}
