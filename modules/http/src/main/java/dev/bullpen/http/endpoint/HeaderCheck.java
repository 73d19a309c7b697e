package dev.bullpen.http.endpoint;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.engine.Engine;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import tools.jackson.databind.JsonNode;

/**
 * Checks that the headers of a modern request agree with its body (specification 2026-07-28,
 * Streamable HTTP, request headers). Intermediaries read the headers, this server reads the body.
 */
final class HeaderCheck {
  static final String VERSION = "MCP-Protocol-Version";

  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final String PARAM_PREFIX = "Mcp-Param-";

  private static final String ENCODED_BEGIN = "=?base64?";
  private static final String ENCODED_END = "?=";

  /** By method, the member of the params that {@link #NAME} repeats. */
  private static final Map<String, String> NAMED =
      Map.of(
          Methods.TOOLS_CALL, "name",
          Methods.PROMPTS_GET, "name",
          Methods.RESOURCES_READ, "uri");

  private final HttpFields headers;

  private HeaderCheck(HttpFields headers) {
    this.headers = headers;
  }

  /**
   * Check a request.
   *
   * @param parameters the arguments that have a header, by {@link Engine#headerParameters}
   * @throws JsonRpcException if a header is missing, or differs from the body
   */
  static void check(
      HttpFields headers, Message.Request request, Map<List<String>, String> parameters)
      throws JsonRpcException {
    HeaderCheck check = new HeaderCheck(headers);
    JsonNode params = request.params();
    JsonNode version = params.path(MetaKey.META).path(MetaKey.PROTOCOL_VERSION);
    if (version.isString()) { // otherwise the envelope is wrong
      check.equal(VERSION, version.stringValue());
    }
    check.equal(METHOD, request.method());
    String member = NAMED.get(request.method());
    if (member != null && params.path(member).isString()) {
      check.equal(NAME, params.path(member).stringValue());
    }
    check.parameters(parameters, params.path("arguments"));
  }

  private void equal(String header, String said) throws JsonRpcException {
    if (!required(header).equals(said)) {
      throw mismatch(header, "differs from the body");
    }
  }

  private void parameters(Map<List<String>, String> headersByPath, JsonNode arguments)
      throws JsonRpcException {
    for (Map.Entry<List<String>, String> one : headersByPath.entrySet()) {
      JsonNode value = arguments;
      for (String name : one.getKey()) {
        value = value.path(name);
      }
      if (!value.isMissingNode() && !value.isNull()) {
        parameter(PARAM_PREFIX + one.getValue(), value);
      }
    }
  }

  private void parameter(String header, JsonNode value) throws JsonRpcException {
    String said = required(header);
    boolean isSame =
        value.isNumber()
            ? isNumber(said, value.decimalValue())
            : value.isValueNode() && said.equals(value.asString());
    if (!isSame) {
      throw mismatch(header, "differs from the body");
    }
  }

  private static boolean isNumber(String said, BigDecimal value) {
    try {
      return new BigDecimal(said).compareTo(value) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The decoded value of a header that must occur once. */
  private String required(String header) throws JsonRpcException {
    List<String> values = headers.getValuesList(header);
    if (values.isEmpty()) {
      throw mismatch(header, "is missing");
    }
    if (values.size() > 1) {
      throw mismatch(header, "occurs more than once");
    }
    String value = values.get(0).strip();
    if (value.chars().anyMatch(letter -> (letter < ' ' && letter != '\t') || letter > '~')) {
      throw mismatch(header, "has characters that are not allowed in a header");
    }
    return value.startsWith(ENCODED_BEGIN) && value.endsWith(ENCODED_END)
        ? decoded(header, value)
        : value;
  }

  private static String decoded(String header, String value) throws JsonRpcException {
    int end = value.length() - ENCODED_END.length();
    String encoded = value.substring(ENCODED_BEGIN.length(), Math.max(ENCODED_BEGIN.length(), end));
    if (encoded.length() % 4 != 0) { // the decoder would accept it
      throw mismatch(header, "is not Base64");
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(encoded);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException e) {
      throw mismatch(header, "is not Base64");
    } catch (CharacterCodingException e) {
      throw mismatch(header, "is not UTF-8");
    }
  }

  private static JsonRpcException mismatch(String header, String what) {
    return new JsonRpcException(
        JsonRpcError.of(
            ErrorCode.HEADER_MISMATCH,
            "Header mismatch: " + JsonRpcError.quoted(header) + " " + what));
  }
}
