package dev.bullpen.faults.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Lines that are no good request, and how each is answered in a session that may omit ids. */
enum BadLine {
  PROSE("this is not json %d", Answered.WITHOUT_ID),
  EMPTY("", Answered.NOT_AT_ALL),
  BLANK(" \t ", Answered.NOT_AT_ALL),
  ARRAY("[1,2]", Answered.WITHOUT_ID),
  EMPTY_ARRAY("[]", Answered.WITHOUT_ID),
  NUMBER("%d", Answered.WITHOUT_ID),
  ONLY_AN_ID("{\"id\":%d}", Answered.WITH_ID),
  NO_METHOD("{\"jsonrpc\":\"2.0\",\"id\":%d}", Answered.WITH_ID),
  OTHER_JSON_RPC("{\"jsonrpc\":\"1.0\",\"id\":%d,\"method\":\"ping\"}", Answered.WITH_ID),
  METHOD_IS_A_NUMBER("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":7}", Answered.WITH_ID),
  PARAMS_IS_AN_ARRAY(
      "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":[1]}", Answered.WITH_ID),
  LONE_SURROGATE("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"\\ud800\"}", Answered.WITH_ID),
  LONE_SURROGATE_IN_A_NAME(
      "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":{\"\\ud800\":1}}",
      Answered.WITH_ID),
  CUT_OFF("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"pi", Answered.WITHOUT_ID),
  NUL("\0{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}", Answered.WITHOUT_ID),
  INVALID_UTF8("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"\u00ff\u00fe\"}", Answered.WITHOUT_ID),
  DEEP_ARRAY("[".repeat(64) + "]".repeat(64), Answered.WITHOUT_ID),
  DEEP_PARAMS(
      "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\",\"params\":"
          + "[".repeat(64)
          + "]".repeat(64)
          + "}",
      Answered.WITH_ID),
  BOTTOMLESS("[".repeat(10_000) + "]".repeat(10_000), Answered.WITHOUT_ID);

  /** What becomes of a line. */
  enum Answered {
    WITH_ID,
    WITHOUT_ID,
    NOT_AT_ALL
  }

  private final String text;
  final Answered answered;

  BadLine(String text, Answered answered) {
    this.text = text;
    this.answered = answered;
  }

  /** The line's bytes, newline included; each character is one byte. */
  byte[] bytes(long id) {
    return (text.replace("%d", Long.toString(id)) + "\n").getBytes(ISO_8859_1);
  }
}
