package dev.bullpen.project;

import tools.jackson.databind.node.ObjectNode;

/** Which provider reads a URI when the project does not say. */
final class ResourceProvider {
  static final String FILE = "file";
  private static final String GIT = "git";

  private ResourceProvider() {}

  /** For a discovered resource: its metadata's word, else by scheme, else {@code file}. */
  static String discovered(ObjectNode metadata, String uri) {
    return Members.text(metadata, "provider")
        .orElseGet(
            () ->
                uri.startsWith("https://") ? "https" : uri.startsWith("git+https://") ? GIT : FILE);
  }

  /** For a registered resource: its entry's word, else the scheme itself. */
  static String registered(ObjectNode entry, String uri) {
    return Members.text(entry, "provider").orElseGet(() -> scheme(uri));
  }

  private static String scheme(String uri) {
    int end = uri.indexOf(':');
    String scheme = end <= 0 ? FILE : uri.substring(0, end);
    return scheme.equals("git+https") ? GIT : scheme;
  }
}
