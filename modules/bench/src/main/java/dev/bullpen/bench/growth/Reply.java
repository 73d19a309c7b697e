package dev.bullpen.bench.growth;

/**
 * A line of a server, of which only the beginning is kept: the whole may be long, and nobody here
 * wants to pay for looking at it.
 *
 * @param head its first bytes
 * @param bytes how long it is, without its end
 */
record Reply(String head, long bytes) {
  boolean isAnswer() {
    return !head.contains("\"method\"");
  }

  boolean isOf(int id) {
    return head.matches("(?s).*\"id\":" + id + "[,}].*");
  }

  boolean isGood() {
    return head.contains("\"result\"") && !head.contains("\"isError\":true");
  }
}
