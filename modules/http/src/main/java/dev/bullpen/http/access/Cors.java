package dev.bullpen.http.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CORS headers: what pages of listed origins may send and read (Fetch standard, CORS protocol).
 * There are none if no origin is listed. An answer names the origin that asked, never all of them.
 */
public final class Cors {
  private static final String METHODS = "GET, POST, DELETE";

  private static final List<String> REQUEST_FIELDS =
      List.of(
          "Authorization",
          "Content-Type",
          "Accept",
          "Mcp-Session-Id",
          "MCP-Protocol-Version",
          "Mcp-Method",
          "Mcp-Name",
          "Last-Event-ID");

  /**
   * Fields for tool parameters (2026-07-28). Tools' authors name them, so they cannot be listed.
   * The characters are those of a token.
   */
  private static final Pattern PARAMETER_FIELD =
      Pattern.compile("mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+");

  private static final String EXPOSED = "Mcp-Session-Id, WWW-Authenticate";

  /** Seconds. Without it, a browser asks again before most requests. */
  private static final String KEPT = "600";

  private final Set<String> origins;

  Cors(Set<String> origins) {
    this.origins = origins;
  }

  /** The headers of every answer, whatever its status. */
  public Map<String, String> headers(Optional<String> origin) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!origins.isEmpty()) {
      headers.put("Vary", "Origin"); // else a cache could give one page's answer to another
    }
    origin
        .filter(origins::contains)
        .ifPresent(
            site -> {
              headers.put("Access-Control-Allow-Origin", site);
              headers.put("Access-Control-Expose-Headers", EXPOSED);
            });
    return headers;
  }

  /**
   * The headers of a 204 that answers a preflight request, which carries no token. Empty if the
   * request is not a preflight of a listed origin.
   *
   * @param method of {@code Access-Control-Request-Method}
   * @param fields of {@code Access-Control-Request-Headers}
   */
  public Optional<Map<String, String>> preflight(
      Head head, Optional<String> method, Optional<String> fields) {
    if (!head.method().equals("OPTIONS")
        || method.isEmpty()
        || head.origin().filter(origins::contains).isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> headers = headers(head.origin());
    headers.put("Access-Control-Allow-Methods", METHODS);
    headers.put("Access-Control-Allow-Headers", requestFields(fields.orElse("")));
    headers.put("Access-Control-Max-Age", KEPT);
    return Optional.of(headers);
  }

  private static String requestFields(String asked) {
    Stream<String> parameters =
        Stream.of(asked.split(","))
            .map(name -> name.strip().toLowerCase(Locale.ROOT))
            .filter(name -> PARAMETER_FIELD.matcher(name).matches());
    return Stream.concat(REQUEST_FIELDS.stream(), parameters).collect(Collectors.joining(", "));
  }
}
