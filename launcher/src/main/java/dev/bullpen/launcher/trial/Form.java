package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks the user a question of the server (specification 2025-11-25, "Elicitation"). */
record Form(Screen screen) {
  /** For a question without values. */
  private static final Field AGREEMENT =
      new Field(
          "agree", Json.object().put("type", "boolean").put("title", "Agree"), true, Map.of());

  /** Asks for each value until it is valid. Returns the result for the server. */
  ObjectNode fill(JsonNode params) throws InterruptedException {
    screen.said("? " + params.path("message").stringValue(""));
    screen.said("  (Ctrl-D declines, Ctrl-C leaves the question unanswered)");
    ObjectNode content = Json.object();
    List<Field> fields = Field.of(params.path("requestedSchema"));
    if (fields.isEmpty()) {
      boolean isAgreed =
          ask(AGREEMENT, content) == Screen.Outcome.TYPED
              && content.path(AGREEMENT.name()).booleanValue(false);
      return isAgreed ? accepted(Json.object()) : refused(Screen.Outcome.DECLINED);
    }
    for (Field field : fields) {
      field.introduction().forEach(line -> screen.said("  " + line));
      Screen.Outcome outcome = ask(field, content);
      if (outcome != Screen.Outcome.TYPED) {
        return refused(outcome);
      }
    }
    return accepted(content);
  }

  private static ObjectNode accepted(ObjectNode content) {
    ObjectNode result = Json.object().put("action", "accept");
    result.set("content", content);
    return result;
  }

  private static ObjectNode refused(Screen.Outcome outcome) {
    return Json.object().put("action", outcome == Screen.Outcome.DECLINED ? "decline" : "cancel");
  }

  private Screen.Outcome ask(Field field, ObjectNode content) throws InterruptedException {
    while (true) {
      Screen.Reply reply = screen.ask(field);
      if (reply.outcome() != Screen.Outcome.TYPED) {
        return reply.outcome();
      }
      try {
        field.put(reply.text(), content);
        return Screen.Outcome.TYPED;
      } catch (Field.UnfitException e) {
        screen.said("  " + e.getMessage());
      }
    }
  }
}
