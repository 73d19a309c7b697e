package dev.bullpen.protocol.session;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks an envelope in the order that serves the client best: the version before the rest, so that
 * a client of a later revision learns which ones it may use instead.
 */
final class EnvelopeReader {
  private EnvelopeReader() {}

  static Envelope read(JsonNode params) throws JsonRpcException {
    if (!params.has(MetaKey.META)) {
      return new Envelope.None();
    }
    Member meta = Member.params(params).get(MetaKey.META);
    if (!isClaim(meta.object())) {
      return new Envelope.None();
    }
    Revision revision = revision(meta);
    ObjectNode capabilities = meta.get(MetaKey.CLIENT_CAPABILITIES).object();
    return new Envelope.Valid(
        revision, capabilities, clientInfo(meta), logLevel(meta), progressToken(meta));
  }

  static boolean isClaim(JsonNode meta) {
    return meta.has(MetaKey.PROTOCOL_VERSION) || meta.has(MetaKey.CLIENT_CAPABILITIES);
  }

  private static Revision revision(Member meta) throws JsonRpcException {
    String requested = meta.get(MetaKey.PROTOCOL_VERSION).string();
    return Revision.of(requested)
        .filter(Revision::isModern)
        .orElseThrow(() -> new JsonRpcException(JsonRpcError.unsupportedVersion(requested)));
  }

  private static Optional<ClientInfo> clientInfo(Member meta) throws JsonRpcException {
    Member info = meta.get(MetaKey.CLIENT_INFO);
    return info.isPresent() ? Optional.of(ClientInfo.strictly(info)) : Optional.empty();
  }

  private static Optional<LogLevel> logLevel(Member meta) throws JsonRpcException {
    Member member = meta.get(MetaKey.LOG_LEVEL);
    return member.isPresent() ? Optional.of(member.logLevel()) : Optional.empty();
  }

  private static Optional<ProgressToken> progressToken(Member meta) throws JsonRpcException {
    Member member = meta.get(MetaKey.PROGRESS_TOKEN);
    Optional<ProgressToken> token = ProgressToken.of(member.value());
    if (token.isEmpty() && member.isPresent()) {
      throw member.refusal("must be a string or an integer");
    }
    return token;
  }
}
