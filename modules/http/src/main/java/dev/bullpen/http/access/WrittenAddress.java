package dev.bullpen.http.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An address as in URLs: IPv6 in brackets, with its longest run of zeros left out (RFC 5952). */
final class WrittenAddress {
  private static final Pattern ZEROS = Pattern.compile("(?<![0-9a-f])0(:0)+(?![0-9a-f])");

  private WrittenAddress() {}

  static String of(InetAddress address) {
    String text = address.getHostAddress().replaceFirst("%.*", ""); // without the interface
    if (!(address instanceof Inet6Address)) {
      return text;
    }
    String compressed =
        ZEROS
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .reduce((first, next) -> next.length() > first.length() ? next : first)
            .map(run -> text.replaceFirst("(^|:)" + run + "(:|$)", "::"))
            .orElse(text);
    return "[" + compressed + "]";
  }
}
