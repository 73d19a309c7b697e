package dev.bullpen.protocol;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A value in the params of a request, with its path for error messages. */
public final class Member {
  /** The most digits of a number sent as text: one more than the largest long has. */
  private static final int MAX_DIGITS = 20;

  private final Optional<Member> within;
  private final String name;
  private final JsonNode value;

  private Member(Optional<Member> within, String name, JsonNode value) {
    this.within = within;
    this.name = name;
    this.value = value;
  }

  public static Member params(JsonNode params) {
    return new Member(Optional.empty(), "params", params);
  }

  public JsonNode value() {
    return value;
  }

  /** Such as {@code params.argument.name}. */
  public String path() {
    return within.map(outer -> outer.path() + (outer.value.isArray() ? "" : ".")).orElse("") + name;
  }

  /** A member of this object, which may be absent. */
  public Member get(String member) throws JsonRpcException {
    return new Member(Optional.of(this), member, object().path(member));
  }

  public boolean isPresent() {
    return !value.isMissingNode();
  }

  public ObjectNode object() throws JsonRpcException {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw refusal(isPresent() ? "must be an object" : "is missing");
  }

  public String string() throws JsonRpcException {
    if (value.isString()) {
      return value.stringValue();
    }
    throw refusal(isPresent() ? "must be a string" : "is missing");
  }

  /** Empty if the member is missing. */
  public Optional<ObjectNode> optionalObject() throws JsonRpcException {
    return isPresent() ? Optional.of(object()) : Optional.empty();
  }

  /** Empty if the member is missing. */
  public Optional<String> optionalString() throws JsonRpcException {
    return isPresent() ? Optional.of(string()) : Optional.empty();
  }

  /** False if the member is missing. */
  public boolean flag() throws JsonRpcException {
    if (isPresent() && !value.isBoolean()) {
      throw refusal("must be true or false");
    }
    return isPresent() && value.booleanValue();
  }

  public List<Member> array() throws JsonRpcException {
    if (!value.isArray()) {
      throw refusal(isPresent() ? "must be an array" : "is missing");
    }
    List<Member> elements = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      elements.add(new Member(Optional.of(this), "[" + elements.size() + "]", element));
    }
    return elements;
  }

  /** A positive whole number or its digits, cut to {@code max}; empty for anything else. */
  public OptionalInt positive(int max) {
    BigInteger number = BigInteger.ZERO;
    if (value.isIntegralNumber()) {
      number = value.bigIntegerValue();
    } else if (value.isString() && isDigits(value.stringValue())) {
      number = new BigInteger(value.stringValue());
    }
    return number.signum() > 0
        ? OptionalInt.of(number.min(BigInteger.valueOf(max)).intValue())
        : OptionalInt.empty();
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  public LogLevel logLevel() throws JsonRpcException {
    Optional<LogLevel> level = LogLevel.of(string());
    if (level.isEmpty()) {
      throw refusal("must be one of the eight levels from debug to emergency");
    }
    return level.get();
  }

  public JsonRpcException refusal(String what) {
    return new JsonRpcException(JsonRpcError.invalidParams(path() + " " + what));
  }
}
