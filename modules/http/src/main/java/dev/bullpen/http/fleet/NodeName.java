package dev.bullpen.http.fleet;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.project.file.EscapedBytes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The name of a replica. Ids of what only that replica has begin with it: {@code NODE.RANDOM}. */
final class NodeName {
  /** The form of a host name. An id must fit into a header. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

  private static final char END = '.';

  private NodeName() {}

  /**
   * @throws AccessException if the name is not valid
   */
  static String checked(String given) throws AccessException {
    if (!NAME.matcher(given).matches()) {
      throw new AccessException(
          "%s is not a node name. Give letters, digits, '.', '_' and '-', like a host name."
              .formatted(EscapedBytes.of(given)));
    }
    return given;
  }

  /**
   * The name of this machine.
   *
   * @throws AccessException if it has none
   */
  static String ofHost() throws AccessException {
    try {
      return checked(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      throw new AccessException("This machine's name is unknown. Name this server: --node NAME.");
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
