package dev.bullpen.project.setting;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entries of a list of hosts, {@code host} or {@code host:port}, separated by commas or white
 * space. {@code providers/https.sh} and {@code providers/git.sh} read them the same way: what is
 * neither allows nothing, and denies every host.
 */
final class HostNames {
  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  private static final String BYTE = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
  private static final String FOUR_BYTES = BYTE + "(?:\\." + BYTE + "){3}";

  /** What resolvers take for an address though it does not look like one: 127.1, 0x7f.1. */
  private static final String ENDS_IN_NUMBER = "(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)";

  private static final Pattern HOST =
      Pattern.compile(
          "%s|(?!%s$)(?:%s\\.)*%s|\\[[0-9a-f:.]*:[0-9a-f:.]*]"
              .formatted(FOUR_BYTES, ENDS_IN_NUMBER, LABEL, LABEL),
          Pattern.CASE_INSENSITIVE);

  /** Without its brackets, and so without a port. */
  private static final Pattern BARE_IPV6 =
      Pattern.compile("[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern ENTRY = Pattern.compile("(.*?)(?::([0-9]{1,5}))?");

  /** RFC 1035: 255 bytes on the wire, of which two are no characters. */
  private static final int MAX_LENGTH = 253;

  private static final int MAX_PORT = 65_535;

  private HostNames() {}

  /** The entries that are no hosts. */
  static List<String> unusable(String list) {
    return Arrays.stream(list.split("[,\\s]+"))
        .filter(entry -> !entry.isEmpty() && !isUsable(entry))
        .toList();
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= MAX_PORT;
  }

  private static boolean isUsable(String entry) {
    if (BARE_IPV6.matcher(entry).matches()) {
      return true;
    }
    Matcher parts = ENTRY.matcher(entry);
    if (!parts.matches()) {
      return false;
    }
    String host = parts.group(1);
    return host.length() <= MAX_LENGTH
        && HOST.matcher(host).matches()
        && (parts.group(2) == null || isPort(Integer.parseInt(parts.group(2))));
  }
}
