package dev.bullpen.http.fleet;

import java.util.List;

/** The keys of a fleet as they are now. */
interface FleetKeys {
  /** One or two: the first is used, all are known. */
  List<FleetKey> current();
}
