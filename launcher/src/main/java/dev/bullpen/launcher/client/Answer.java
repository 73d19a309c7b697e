package dev.bullpen.launcher.client;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * A response.
 *
 * @param message the whole JSON-RPC message
 * @param took from the write of the request to the arrival of this line
 */
public record Answer(JsonNode message, Duration took) {
  public boolean isError() {
    return message.has("error");
  }

  /** The result, or a missing node if this is an error. */
  public JsonNode result() {
    return message.path("result");
  }

  /** The error's code and message as one line. */
  public String error() {
    JsonNode error = message.path("error");
    return "error %s: %s".formatted(error.path("code"), error.path("message").stringValue(""));
  }
}
