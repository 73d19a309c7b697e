package dev.bullpen.project.tool;

import dev.bullpen.project.file.FileUri;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The user interface of a tool, or one without a tool: a resource of the extension MCP Apps.
 *
 * @param name the name of its parent folder, unique among interfaces
 * @param uri {@code ui://SERVER/NAME}
 * @param html the file to show, absolute, in the interface's folder; when the catalog was read, no
 *     part of its path below that folder was a symbolic link
 * @param meta the member {@code _meta} in lists and reads: {@code {"ui": {csp, permissions,
 *     prefersBorder}}}; must not be changed
 * @param definition the interface as a client of the newest revision sees it: {@code uri, name,
 *     title?, description, mimeType, icons?, _meta} in this order; must not be changed
 */
public record UiResource(
    String name, String uri, Path html, ObjectNode meta, ObjectNode definition) {

  /** The media type of an interface (MCP Apps). */
  public static final String MIME_TYPE = "text/html;profile=mcp-app";

  private static final String SCHEME = "ui://";

  static String uri(String serverName, String name) {
    return SCHEME + FileUri.escaped(serverName).replace("/", "%2F") + "/" + FileUri.escaped(name);
  }

  /**
   * The part of a URI after the server, or everything after the scheme. The server's name may
   * change over time; those of the interfaces do not.
   */
  public static Optional<String> path(String uri) {
    if (!uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String rest = uri.substring(SCHEME.length());
    return Optional.of(rest.substring(rest.indexOf('/') + 1));
  }
}
