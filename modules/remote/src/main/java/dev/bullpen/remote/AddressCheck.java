package dev.bullpen.remote;

import java.net.InetAddress;
import java.util.Optional;

/** Says what is against connecting to an address; nothing if it may be. */
interface AddressCheck {
  Optional<String> objection(InetAddress address);
}
