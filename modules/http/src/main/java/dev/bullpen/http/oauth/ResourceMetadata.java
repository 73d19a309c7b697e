package dev.bullpen.http.oauth;

import dev.bullpen.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The document that names the issuer to clients (RFC 9728). It needs no token. */
public final class ResourceMetadata {
  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  /**
   * For new tokens without a login, which does not concern a resource (2025-11-25, authorization).
   */
  private static final String OFFLINE_ACCESS = "offline_access";

  private final String url;
  private final Set<String> paths;
  private final OAuthSettings settings;

  /**
   * @param endpointPath of the endpoint at this server; differs from its URL's path if a proxy
   *     rewrites it
   */
  public ResourceMetadata(OAuthSettings settings, String endpointPath) {
    URI resource = URI.create(settings.resource());
    String path = resource.getRawPath().equals("/") ? "" : resource.getRawPath();
    this.url = resource.getScheme() + "://" + resource.getRawAuthority() + WELL_KNOWN + path;
    this.paths = Set.of(WELL_KNOWN, WELL_KNOWN + endpointPath);
    this.settings = settings;
  }

  private ObjectNode document() {
    ObjectNode document = Json.object();
    document.put("resource", settings.resource());
    document.putArray("authorization_servers").add(settings.issuer());
    List<String> known = settings.scopes().known();
    if (!known.isEmpty()) {
      ArrayNode scopes = document.putArray("scopes_supported");
      known.stream().filter(it -> !it.equals(OFFLINE_ACCESS)).forEach(scopes::add);
    }
    document.putArray("bearer_methods_supported").add("header");
    return document;
  }

  /** The document's URL, for {@code WWW-Authenticate}. */
  String url() {
    return url;
  }

  /** The JSON for a GET of a path; empty for other paths. */
  public Optional<byte[]> document(String path) {
    return paths.contains(path) ? Optional.of(Json.bytes(document())) : Optional.empty();
  }
}
