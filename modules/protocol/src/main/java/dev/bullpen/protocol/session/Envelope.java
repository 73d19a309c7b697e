package dev.bullpen.protocol.session;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.Revision;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The era of a request, from its {@code _meta} (specification 2026-07-28, versioning).
 *
 * <p>A request claims the modern era with a protocol version or client capabilities in {@code
 * params._meta}. Other keys do not matter, not even others of the same prefix: clients of
 * 2025-11-25 send {@code io.modelcontextprotocol/related-task}.
 *
 * <p>One method treats {@link Rejected} differently: an {@code initialize} whose envelope is
 * rejected, but whose ordinary params {@link InitializeParams} accepts, comes from a legacy client
 * with an odd {@code _meta} and is served as legacy.
 */
public sealed interface Envelope {
  /** No claim: a legacy request. */
  record None() implements Envelope {}

  /**
   * A modern request. It is complete: neither {@code initialize} nor an earlier request affects it.
   *
   * @param clientCapabilities as received
   */
  record Valid(Revision revision, ObjectNode clientCapabilities, Optional<LogLevel> logLevel)
      implements Envelope {}

  /** An invalid claim, or a {@code _meta} that is not an object. */
  record Rejected(JsonRpcError error) implements Envelope {}

  /** Read it from the params of a request; {@code MissingNode} for none. */
  static Envelope read(JsonNode params) {
    try {
      return tryRead(params);
    } catch (JsonRpcException e) {
      return new Rejected(e.error());
    }
  }

  /** Whether these params claim the modern era, validly or not. */
  static boolean isClaimed(JsonNode params) {
    return isClaim(params.path(MetaKey.META));
  }

  /**
   * Checks the version first, so that a client of a later revision learns which ones are supported.
   */
  private static Envelope tryRead(JsonNode params) throws JsonRpcException {
    if (!params.has(MetaKey.META)) {
      return new None();
    }
    Member meta = Member.params(params).get(MetaKey.META);
    if (!isClaim(meta.object())) {
      return new None();
    }
    Revision revision = revision(meta);
    ObjectNode capabilities = meta.get(MetaKey.CLIENT_CAPABILITIES).object();
    checkClientInfo(meta.get(MetaKey.CLIENT_INFO));
    Valid valid = new Valid(revision, capabilities, logLevel(meta));
    Member token = meta.get(MetaKey.PROGRESS_TOKEN);
    if (token.isPresent() && ProgressToken.of(token.value()).isEmpty()) {
      throw token.refusal("must be a string or an integer");
    }
    return valid;
  }

  private static boolean isClaim(JsonNode meta) {
    return meta.has(MetaKey.PROTOCOL_VERSION) || meta.has(MetaKey.CLIENT_CAPABILITIES);
  }

  private static Revision revision(Member meta) throws JsonRpcException {
    String requested = meta.get(MetaKey.PROTOCOL_VERSION).string();
    return Revision.of(requested)
        .filter(Revision::isModern)
        .orElseThrow(() -> new JsonRpcException(JsonRpcError.unsupportedVersion(requested)));
  }

  /** The client's name has no effect, but must be as 2026-07-28 defines it. */
  private static void checkClientInfo(Member info) throws JsonRpcException {
    if (!info.isPresent()) {
      return;
    }
    info.get("name").string();
    info.get("version").string();
    for (String optional : List.of("title", "description", "websiteUrl")) {
      info.get(optional).optionalString();
    }
    if (info.get("icons").isPresent()) {
      for (Member icon : info.get("icons").array()) {
        icon.get("src").string();
      }
    }
  }

  private static Optional<LogLevel> logLevel(Member meta) throws JsonRpcException {
    Member member = meta.get(MetaKey.LOG_LEVEL);
    return member.isPresent() ? Optional.of(member.logLevel()) : Optional.empty();
  }
}
