package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Revision.V2025_11_25;
import static dev.bullpen.protocol.Revision.V2026_07_28;
import static dev.bullpen.protocol.shape.Kind.INTEGER;
import static dev.bullpen.protocol.shape.Kind.NUMBER;
import static dev.bullpen.protocol.shape.Kind.OBJECT;
import static dev.bullpen.protocol.shape.Kind.SHARE;
import static dev.bullpen.protocol.shape.Kind.STRING;
import static dev.bullpen.protocol.shape.Kind.listOf;
import static dev.bullpen.protocol.shape.Kind.word;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.shape.Shape;
import dev.bullpen.protocol.shape.ToolDefinition;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Has the client's model say something (specification, sampling).
 *
 * <p>A script writes the params of {@code sampling/createMessage} and is told the {@code
 * CreateMessageResult}, or {@code {"error":{"code","message"}}}.
 */
public final class Sampling implements ServerRequest {
  private static final String MESSAGES = "messages";
  private static final String MAX_TOKENS = "maxTokens";

  private static final Shape PREFERENCES =
      Shape.empty()
          .may("hints", listOf(Shape.empty().may("name", STRING)))
          .may("costPriority", SHARE)
          .may("speedPriority", SHARE)
          .may("intelligencePriority", SHARE);

  /**
   * {@code includeContext} is not passed on: none is what clients take it for without, and the
   * other two values are deprecated and need a capability of their own.
   */
  private static final Shape PARAMS =
      Shape.empty()
          .must(MESSAGES, listOf(SamplingMessage.SHAPE))
          .must(MAX_TOKENS, INTEGER)
          .may("modelPreferences", PREFERENCES)
          .may("systemPrompt", STRING)
          .may("temperature", NUMBER)
          .may("stopSequences", listOf(STRING))
          .may("metadata", OBJECT)
          .may("tools", listOf(ToolDefinition.SHAPE), V2025_11_25)
          .may(
              "toolChoice",
              Shape.empty().may("mode", word("auto", "required", "none")),
              V2025_11_25);

  private static final Shape RESULT = SamplingMessage.SHAPE.must("model", STRING);

  private final ObjectNode params;

  private Sampling(ObjectNode params) {
    this.params = params;
  }

  /**
   * The sampling a script means.
   *
   * @throws JsonRpcException if it is none
   */
  public static Sampling of(JsonNode written) throws JsonRpcException {
    if (!written.path(MAX_TOKENS).isIntegralNumber()) {
      throw Unaskable.because("maxTokens must be an integer");
    }
    SamplingMessage.check(written.path(MESSAGES));
    return new Sampling(
        PARAMS
            .object(written, V2026_07_28)
            .orElseThrow(() -> Unaskable.because("the params are not those of sampling")));
  }

  /** Every answer to one has the same form. */
  static Sampling ofForm() {
    return new Sampling(Json.object());
  }

  @Override
  public String method() {
    return "sampling/createMessage";
  }

  @Override
  public ObjectNode params() {
    return params;
  }

  @Override
  public ObjectNode params(RequestId id, Revision revision) throws JsonRpcException {
    return PARAMS
        .object(params, revision)
        .orElseThrow(
            () ->
                Unaskable.because(
                    "a message has content that revision %s of the protocol does not have"
                        .formatted(revision.wire())));
  }

  @Override
  public ObjectNode requiredCapability() {
    ObjectNode sampling = Json.object();
    if (usesTools()) {
      sampling.set("tools", Json.object());
    }
    return Json.object().set("sampling", sampling);
  }

  @Override
  public boolean supportedBy(ClientCapabilities client) {
    return usesTools() ? client.samplingTools() : client.sampling();
  }

  @Override
  public Optional<String> fault(ObjectNode result) {
    return RESULT.fit(result, V2026_07_28).isPresent()
        ? Optional.empty()
        : Optional.of("it must have a role, content and a model");
  }

  private boolean usesTools() {
    return params.has("tools") || params.has("toolChoice");
  }
}
