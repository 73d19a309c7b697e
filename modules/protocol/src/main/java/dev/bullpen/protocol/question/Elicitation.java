package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.shape.Kind;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the client ask its user, by a form or by a URL to visit (specification, elicitation).
 *
 * <p>A script writes {@code {"message","schema"|"requestedSchema"}} or {@code
 * {"message","mode":"url","url"}}, and gets {@code {"action","content"}}. The action is {@code
 * accept}, {@code decline} or {@code cancel}; it is {@code error}, with a {@code message}, if the
 * client failed or its answer does not fit the form. The content is null unless a form was
 * accepted, and empty if the client leaves it out.
 */
public final class Elicitation implements ServerRequest {
  private static final String PARAMS = "params";
  private static final String MODE = "mode";
  private static final String URL = "url";
  private static final String MESSAGE = "message";
  private static final String SCHEMA = "requestedSchema";
  private static final String ACTION = "action";
  private static final String ACCEPT = "accept";
  private static final String CONTENT = "content";

  private static final Kind ACTIONS = Kind.word(ACCEPT, "decline", "cancel");

  private final ObjectNode params;

  private Elicitation(ObjectNode params) {
    this.params = params;
  }

  public static Elicitation of(JsonNode written) throws JsonRpcException {
    if (!written.path(MESSAGE).isString()) {
      throw ServerRequest.unaskable("message must be a string");
    }
    String mode = written.has(MODE) ? written.path(MODE).stringValue("") : "form";
    ObjectNode params = Json.object().put(MODE, mode).set(MESSAGE, written.path(MESSAGE));
    switch (mode) {
      case "form" -> params.set(SCHEMA, FormSchema.of(schema(written)));
      case "url" -> params.set(URL, url(written.path(URL)));
      default -> throw ServerRequest.unaskable("mode must be form or url");
    }
    return new Elicitation(params);
  }

  static Elicitation ofForm(JsonNode form) {
    return new Elicitation((ObjectNode) form.path(PARAMS));
  }

  @Override
  public ObjectNode toForm() {
    ObjectNode asked = Json.object();
    asked.setAll(params);
    asked.remove(MESSAGE); // only for the user
    ObjectNode form = ServerRequest.super.toForm();
    form.set(PARAMS, asked);
    return form;
  }

  private static JsonNode schema(JsonNode written) {
    return written.path(written.has(SCHEMA) ? SCHEMA : "schema");
  }

  private static JsonNode url(JsonNode url) throws JsonRpcException {
    String text = url.stringValue("");
    Optional<JsonNode> uri = UriText.of(url);
    if (uri.isEmpty() || !text.startsWith("https://") && !text.startsWith("http://")) {
      throw ServerRequest.unaskable("url must be a string that begins with https:// or http://");
    }
    return uri.get();
  }

  @Override
  public String method() {
    return "elicitation/create";
  }

  @Override
  public ObjectNode params() {
    return params;
  }

  @Override
  public ObjectNode params(RequestId id, Revision revision) throws JsonRpcException {
    if (!revision.hasElicitation() || isUrl() && !revision.hasElicitationModes()) {
      throw ServerRequest.unaskable(
          "revision %s of the protocol has no elicitation %s"
              .formatted(revision.wire(), isUrl() ? "by URL" : "by form"));
    }
    ObjectNode sent = Json.object();
    sent.setAll(params);
    if (!revision.hasElicitationModes()) {
      sent.remove(MODE);
      sent.set(SCHEMA, FormSchema.forRevision(params.path(SCHEMA), revision));
    } else if (isUrl() && !revision.isModern()) {
      // Required only by 2025-11-25, where a later notification may name it.
      sent.put("elicitationId", "elicitation-" + id);
    }
    return sent;
  }

  @Override
  public ObjectNode requiredCapability() {
    ObjectNode modes = Json.object().set(isUrl() ? "url" : "form", Json.object());
    return Json.object().set("elicitation", modes);
  }

  @Override
  public boolean supportedBy(ClientCapabilities client) {
    return isUrl() ? client.elicitationUrl() : client.elicitationForm();
  }

  /** If a form is accepted unchanged, the content may be left out, in every revision. */
  @Override
  public ObjectNode whole(ObjectNode result) {
    if (!isFilledIn(result) || result.has(CONTENT)) {
      return result;
    }
    ObjectNode whole = result.deepCopy();
    whole.set(CONTENT, Json.object());
    return whole;
  }

  @Override
  public Optional<String> fault(ObjectNode result) {
    JsonNode action = result.path(ACTION);
    if (ACTIONS.fit(action, Revision.V2026_07_28).isEmpty()) {
      return Optional.of("action must be accept, decline or cancel");
    }
    return isFilledIn(result)
        ? FormSchema.fault(params.path(SCHEMA), result.path(CONTENT))
        : Optional.empty();
  }

  @Override
  public ObjectNode forScript(ObjectNode result) {
    return Json.object()
        .set(ACTION, result.path(ACTION))
        .set(CONTENT, isFilledIn(result) ? result.path(CONTENT) : NullNode.getInstance());
  }

  @Override
  public ObjectNode forScript(int code, String why) {
    return Json.object().put(ACTION, "error").putNull(CONTENT).put(MESSAGE, why);
  }

  private boolean isFilledIn(ObjectNode result) {
    return !isUrl() && result.path(ACTION).stringValue("").equals(ACCEPT);
  }

  private boolean isUrl() {
    return params.has(URL);
  }
}
