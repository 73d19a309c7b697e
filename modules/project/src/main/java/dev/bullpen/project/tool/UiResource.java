package dev.bullpen.project.tool;

import dev.bullpen.project.file.FileUri;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The interface of a tool, or one by itself: a resource of the extension MCP Apps.
 *
 * @param name of the folder around it, unique among interfaces
 * @param uri {@code ui://SERVER/NAME}
 * @param html the file to be shown, absolute, in the folder of the interface; no part of its path
 *     below that is a symbolic link, when the catalog was read
 * @param meta the member {@code _meta} of what is listed and read: {@code {"ui": {csp, permissions,
 *     prefersBorder}}}; to be read only
 * @param definition what a client of the newest revision may see: {@code uri, name, title?,
 *     description, mimeType, icons?, _meta} in this order; to be read only
 */
public record UiResource(
    String name, String uri, Path html, ObjectNode meta, ObjectNode definition) {

  /** What an interface is to a client (MCP Apps). */
  public static final String MIME_TYPE = "text/html;profile=mcp-app";

  private static final String SCHEME = "ui://";

  static String uri(String serverName, String name) {
    return SCHEME + FileUri.escaped(serverName).replace("/", "%2F") + "/" + FileUri.escaped(name);
  }

  /**
   * The part of a URI behind the server, or all behind the scheme. The server's name may change
   * over time; those of the interfaces do not.
   */
  public static Optional<String> path(String uri) {
    if (!uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String rest = uri.substring(SCHEME.length());
    return Optional.of(rest.substring(rest.indexOf('/') + 1));
  }
}
