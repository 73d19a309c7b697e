package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.util.OptionalInt;

/** {@code host[:port]}, as in a URI or in a list of hosts; nobody's name or password. */
record Authority(HostName host, OptionalInt port) {
  /** The last port there is: 16 bits. */
  private static final int MAX_PORT = 65_535;

  static Authority of(String text) throws FetchException {
    if (text.indexOf('@') >= 0) {
      throw new FetchException(
          Kind.POLICY, "The URI must not carry a user name or password", "it has an @");
    }
    int colon = text.lastIndexOf(':');
    // A colon inside of brackets is part of the address.
    if (colon < 0 || colon < text.lastIndexOf(']')) {
      return new Authority(HostName.of(text), OptionalInt.empty());
    }
    return new Authority(HostName.of(text.substring(0, colon)), port(text.substring(colon + 1)));
  }

  private static OptionalInt port(String digits) throws FetchException {
    if (digits.matches("[0-9]{1,5}")) {
      int port = Integer.parseInt(digits);
      if (port >= 1 && port <= MAX_PORT) {
        return OptionalInt.of(port);
      }
    }
    throw new FetchException(
        Kind.POLICY, "The port of the URI is not usable", "a port is a number from 1 to 65535");
  }
}
