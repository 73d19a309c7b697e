package dev.bullpen.project.ui;

import dev.bullpen.project.file.FileUri;
import java.util.Optional;

/** The URIs of interfaces, {@code ui://SERVER/NAME}. */
public final class UiUri {
  private static final String SCHEME = "ui://";

  private UiUri() {}

  static String of(String serverName, String name) {
    return SCHEME + FileUri.escaped(serverName).replace("/", "%2F") + "/" + FileUri.escaped(name);
  }

  /**
   * What follows the server in a URI; the whole of one that names none. A project is known by
   * different names over time, its interfaces are not.
   */
  public static Optional<String> path(String uri) {
    if (!uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String rest = uri.substring(SCHEME.length());
    return Optional.of(rest.substring(rest.indexOf('/') + 1));
  }
}
