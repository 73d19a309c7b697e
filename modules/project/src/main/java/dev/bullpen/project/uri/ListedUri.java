package dev.bullpen.project.uri;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URI of a resource as lists show it to a client: what its author has written, made a URI where
 * it is none (RFC 3986; for letters beyond ASCII RFC 3987, section 3.1). What no URI may hold is
 * percent-encoded, and so is a percent sign that begins no escape, a bracket that is not of an
 * address, and all but the first {@code #}; what has no scheme gets one of ours.
 *
 * <p>{@code UriText} of the protocol shows it so, whoever has made what is shown.
 */
public final class ListedUri {
  private static final String NO_SCHEME = "resource:";

  /** What ends in the address of a host in brackets (RFC 3986, section 3.2.2). */
  private static final Pattern ADDRESS =
      Pattern.compile("[^/?#:]+://(?:[^/?#@\\[\\]]*@)?\\[[0-9A-Fa-f:.]+](?=[:/?#]|$)");

  private ListedUri() {}

  /** The same for what is one already. */
  public static String of(String written) {
    return UriSyntax.scheme(written).isEmpty() ? NO_SCHEME + encoded(written) : encoded(written);
  }

  private static String encoded(String text) {
    Matcher address = ADDRESS.matcher(text);
    int pastAddress = address.lookingAt() ? address.end() : 0;
    int fragment = text.indexOf('#');
    StringBuilder uri = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      boolean stays =
          switch (c) {
            case '%' -> PercentEncoded.isEscape(text, i);
            case '[', ']' -> i < pastAddress;
            case '#' -> i == fragment;
            default -> UriSyntax.mayHold(c);
          };
      if (stays) {
        uri.append((char) c);
      } else {
        uri.append(PercentEncoded.escaped(c));
      }
    }
    return uri.toString();
  }
}
