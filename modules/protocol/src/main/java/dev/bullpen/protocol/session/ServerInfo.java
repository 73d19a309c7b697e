package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.Shapes;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Name and description of this server.
 *
 * @param name for programs
 * @param version of the project served
 * @param title the name for humans
 * @param icons an array of {@code Icon} objects as the specification defines them, not empty
 * @param instructions what a model should know before it uses the server
 */
public record ServerInfo(
    String name,
    String version,
    Optional<String> title,
    Optional<String> description,
    Optional<String> websiteUrl,
    Optional<ArrayNode> icons,
    Optional<String> instructions) {

  public static ServerInfo of(String name, String version) {
    return new ServerInfo(
        name,
        version,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The {@code Implementation} object of the revision, without members that clients would refuse.
   */
  public ObjectNode implementation(Revision revision) {
    ObjectNode json = Json.object().put("name", name).put("version", version);
    if (revision.hasImplementationTitle()) {
      title.ifPresent(text -> json.put("title", text));
    }
    if (revision.hasImplementationDetails()) {
      description.ifPresent(text -> json.put("description", text));
      websiteUrl
          .filter(url -> UriText.schemeLength(url) >= 0)
          .ifPresent(url -> json.put("websiteUrl", UriText.of(url)));
      icons
          .flatMap(array -> Shapes.ICONS.fit(array, revision))
          .filter(usable -> !usable.isEmpty())
          .ifPresent(usable -> json.set("icons", usable));
    }
    return json;
  }

  /** The answer to {@code initialize} in a legacy revision. */
  public ObjectNode initializeResult(Revision revision, ServerCapabilities capabilities) {
    if (revision.isModern()) {
      throw new IllegalArgumentException(revision.wire() + " has no initialize");
    }
    ObjectNode result = Json.object().put("protocolVersion", revision.wire());
    result.set("capabilities", capabilities.toJson(revision));
    result.set("serverInfo", implementation(revision));
    instructions.ifPresent(text -> result.put("instructions", text));
    return result;
  }

  /**
   * The answer to {@code server/discover}, without what {@code ModernResults} adds to every result.
   * It lists only modern versions: a client uses one of them for its next request, and the others
   * need a handshake.
   */
  public ObjectNode discoverResult(ServerCapabilities capabilities, CacheHint hint) {
    ArrayNode versions = Json.array();
    Revision.MODERN.forEach(revision -> versions.add(revision.wire()));
    ObjectNode result = Json.object();
    result.set("supportedVersions", versions);
    result.set("capabilities", capabilities.toJson(Revision.V2026_07_28));
    instructions.ifPresent(text -> result.put("instructions", text));
    hint.addTo(result);
    return result;
  }
}
