package dev.bullpen.bench.soak;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** What is asked for, how often, and what its answer must be like. */
enum Kind {
  TOOL(12, "tools/call", "hello", answer -> answer.text().equals("hello\n")),
  TOOL_SLOW(6, "tools/call", "slow", answer -> answer.text().equals("slow\n")),
  TOOL_FAILING(5, "tools/call", "failing", Kind::hasFailed),
  TOOL_LATE(1, "tools/call", "late", Kind::isTimeout),
  TOOL_LARGE(3, "tools/call", "large", Kind::isLarge),
  TOOL_LEAVING(5, "tools/call", "leaving", answer -> answer.text().equals("left\n")),
  TOOL_STAYING(4, "tools/call", "staying", Kind::never),
  TOOL_ESCAPING(4, "tools/call", "escaping", Kind::never),
  COMPLETION(16, "completion/complete", "fast", answer -> answer.values().equals(List.of("ok"))),
  COMPLETION_SLOW(
      5, "completion/complete", "slow", answer -> answer.values().equals(List.of("ok"))),
  COMPLETION_FAILING(
      5, "completion/complete", "failing", answer -> hasReason(answer, "script-failed")),
  COMPLETION_LATE(1, "completion/complete", "late", answer -> hasReason(answer, "timeout")),
  COMPLETION_STAYING(4, "completion/complete", "staying", Kind::never),
  PROMPT(5, "prompts/get", "fast", answer -> answer.result().path("messages").size() == 1),
  RESOURCE(5, "resources/read", "", answer -> answer.result().path("contents").size() == 1),
  PING(6, "ping", "", answer -> !answer.failed()),
  TOOLS(3, "tools/list", "", answer -> answer.result().path("tools").size() > 0),
  PROMPTS(2, "prompts/list", "", answer -> answer.result().path("prompts").size() > 0),
  RESOURCES(2, "resources/list", "", answer -> answer.result().path("resources").size() == 1);

  /** Of all requests, how many are of this kind, relative to the others. */
  final int share;

  private final String method;
  private final String name;
  private final Predicate<Answer> right;

  Kind(int share, String method, String name, Predicate<Answer> right) {
    this.share = share;
    this.method = method;
    this.name = name;
    this.right = right;
  }

  /** Whether it has no end of its own, and must be cancelled. */
  boolean stays() {
    return name.equals("staying") || name.equals("escaping");
  }

  /** Whether an answer that no cancel has crossed is the right one. */
  boolean isRight(Answer answer) {
    return right.test(answer);
  }

  /** A stateless revision has no ping. */
  String method(boolean modern) {
    return this == PING && modern ? "server/discover" : method;
  }

  /**
   * Its params.
   *
   * @param token in the environment of every process of the job
   * @param resource what can be read
   */
  ObjectNode params(String token, String resource) {
    return switch (method) {
      case "tools/call" -> Messages.callTool(name, "{'token':'" + token + "'}");
      case "completion/complete" -> completion(token);
      case "prompts/get" -> Json.object().put("name", name);
      case "resources/read" -> Json.object().put("uri", resource);
      default -> Json.object();
    };
  }

  /** Each in a form of its own, so that none supersedes another. */
  private ObjectNode completion(String token) {
    ObjectNode params = Messages.completePrompt(name, "query", token);
    params.set("context", Messages.json("{'arguments':{'form':'%s'}}", token));
    return params;
  }

  private static boolean isLarge(Answer answer) {
    return answer.text().length() == SoakProject.LARGE_BYTES;
  }

  private static boolean hasFailed(Answer answer) {
    return answer.isError() && answer.text().contains("broken");
  }

  private static boolean isTimeout(Answer answer) {
    return hasReason(answer, "timeout") || answer.isError();
  }

  private static boolean hasReason(Answer answer, String reason) {
    return answer.reason().filter(reason::equals).isPresent();
  }

  private static boolean never(Answer answer) {
    return false;
  }
}
