package dev.bullpen.project.uri;

import java.util.regex.Pattern;

/**
 * A URI as the log shows it: a query often is a key to what it leads to, and a log no place for it.
 */
public final class LoggedUri {
  private static final Pattern QUERY = Pattern.compile("\\?[^#]+");
  private static final Pattern FRAGMENT = Pattern.compile("(?s)#.+");

  private LoggedUri() {}

  /**
   * Of what lies on another host, dots in the place of query and fragment; the latter stays if it
   * is the path in a git repository. What has another scheme, or is no URI, is what it was.
   */
  public static String of(String uri) {
    return switch (UriSyntax.scheme(uri)) {
      case "https" -> FRAGMENT.matcher(withoutQuery(uri)).replaceFirst("#...");
      case "git+https" -> withoutQuery(uri);
      default -> uri;
    };
  }

  private static String withoutQuery(String uri) {
    return QUERY.matcher(uri).replaceFirst("?...");
  }
}
