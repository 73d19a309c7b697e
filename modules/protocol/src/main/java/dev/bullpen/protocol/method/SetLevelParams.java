package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Member;
import tools.jackson.databind.JsonNode;

/** What {@code logging/setLevel} asks; a method of the legacy era. */
public final class SetLevelParams {
  private SetLevelParams() {}

  /**
   * Read the params; {@code MissingNode} for none.
   *
   * @return the least serious level wanted from now on
   * @throws JsonRpcException if it is not one of the eight, in small letters (specification,
   *     logging, error handling)
   */
  public static LogLevel parse(JsonNode params) throws JsonRpcException {
    return Member.params(params).get("level").logLevel();
  }
}
