package dev.bullpen.http.fleet;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.project.file.EscapedBytes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of one replica. It stands in front of the ids of what only that replica has: {@code
 * NODE.RANDOM}.
 */
final class NodeName {
  /** Those of a host name: an id has to go into a header. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

  private static final char END = '.';

  private NodeName() {}

  /**
   * @throws AccessException if it is none
   */
  static String checked(String given) throws AccessException {
    if (!NAME.matcher(given).matches()) {
      throw new AccessException(
          "%s is no name of a node. Give letters, digits, '.', '_' and '-', like a host name."
              .formatted(EscapedBytes.of(given)));
    }
    return given;
  }

  /**
   * That of this machine.
   *
   * @throws AccessException if it has none
   */
  static String ofHost() throws AccessException {
    try {
      return checked(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      throw new AccessException(
          "This machine's name is not known. Give this server one: --node NAME.");
    }
  }

  /** The id of something that a node has. */
  static String id(String node, String random) {
    return node + END + random;
  }

  /** The node in an id; empty if there is none. */
  static Optional<String> of(String id) {
    int end = id.lastIndexOf(END);
    return end < 1 ? Optional.empty() : Optional.of(id.substring(0, end));
  }
}
