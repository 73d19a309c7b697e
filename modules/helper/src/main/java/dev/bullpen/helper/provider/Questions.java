package dev.bullpen.helper.provider;

import dev.bullpen.api.Arguments;
import dev.bullpen.api.Elicited;
import dev.bullpen.api.Form;
import dev.bullpen.api.Message;
import dev.bullpen.api.Sampled;
import dev.bullpen.api.Sampling;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** What a tool asks its client, in the files that the shell SDK writes and reads. */
final class Questions {
  /** By the beginning of its variables. */
  enum Kind {
    ELICIT("MCP_ELICIT"),
    SAMPLE("MCP_SAMPLE");

    private final String variable;

    Kind(String variable) {
      this.variable = variable;
    }
  }

  /** Seconds a person has for an answer, as the operator or the server would have it. */
  private static final String PERSON_SECONDS = "MCPBASH_ELICITATION_TIMEOUT";

  /** If nobody says how many: those of the shell SDK. */
  private static final int USUAL_PERSON_SECONDS = 30;

  private static final String NO_ELICITATION =
      "the client lacks the capability elicitation, so its user cannot be asked";

  /** What a model has, as in the shell SDK. */
  private static final Duration MODEL = Duration.ofSeconds(120);

  private final Told told;
  private final Ports ports;

  Questions(Told told, Ports ports) {
    this.told = told;
    this.ports = ports;
  }

  /** Whether the client can be asked, and there is a place for the question. */
  boolean can(Kind kind) {
    return told.text(kind.variable + "_SUPPORTED").equals("1")
        && told.has(kind.variable + "_REQUEST_FILE")
        && told.has(kind.variable + "_RESPONSE_FILE");
  }

  Elicited elicit(Form form) throws InterruptedException {
    JsonOut json = new JsonOut().begin().text("message", form.message()).name("schema").begin();
    json.text("type", "object").name("properties");
    value(form.fields(), json);
    json.name("required").beginList();
    for (String name : form.fields().keySet()) {
      if (!form.optional().contains(name)) {
        json.text(name);
      }
    }
    return elicited(json.endList().end().text("mode", "form").end());
  }

  Elicited elicit(String message, String url) throws InterruptedException {
    return elicited(
        new JsonOut().begin().text("message", message).text("url", url).text("mode", "url").end());
  }

  private Elicited elicited(JsonOut question) throws InterruptedException {
    Duration patience = Duration.ofSeconds(told.count(PERSON_SECONDS, USUAL_PERSON_SECONDS));
    Optional<Map<String, Object>> said = ask(Kind.ELICIT, question, patience);
    if (said.isEmpty()) {
      return new Elicited(
          Elicited.Action.ERROR,
          Arguments.of(Map.of()),
          Optional.of("nobody answered within %s s".formatted(patience.toSeconds())));
    }
    Map<String, Object> answer = said.get();
    Elicited.Action action =
        switch (JsonIn.text(answer, "action")) {
          case "accept" -> Elicited.Action.ACCEPT;
          case "decline" -> Elicited.Action.DECLINE;
          case "cancel" -> Elicited.Action.CANCEL;
          default -> Elicited.Action.ERROR;
        };
    // Only the server gives a reason: nobody was asked, or nobody has answered.
    boolean isUnasked = action == Elicited.Action.DECLINE && answer.containsKey("message");
    Optional<String> problem =
        isUnasked || action == Elicited.Action.ERROR
            ? Optional.of(problem(answer))
            : Optional.empty();
    problem.ifPresent(why -> say("elicit", why));
    return new Elicited(action, Arguments.of(JsonIn.object(answer.get("content"))), problem);
  }

  /** Of a client that can ask no user. */
  Elicited unasked() {
    say("elicit", NO_ELICITATION);
    return new Elicited(
        Elicited.Action.DECLINE, Arguments.of(Map.of()), Optional.of(NO_ELICITATION));
  }

  /** A tool that does not say it itself leaves it in its error output, as with the shell SDK. */
  static void say(String method, String why) {
    System.err.println(method + ": " + why);
  }

  Sampled sample(Sampling sampling) throws InterruptedException {
    JsonOut json = new JsonOut().begin().name("messages").beginList();
    for (Message message : sampling.messages()) {
      ContentJson.write(message, json);
    }
    json.endList().number("maxTokens", (long) sampling.maxTokens());
    for (Map.Entry<String, Object> setting : sampling.settings().entrySet()) {
      value(setting.getValue(), json.name(setting.getKey()));
    }
    Optional<Map<String, Object>> said = ask(Kind.SAMPLE, json.end(), MODEL);
    if (said.isEmpty()) {
      return Sampled.failed("the client did not answer within %s s".formatted(MODEL.toSeconds()));
    }
    Map<String, Object> answer = said.get();
    if (answer.isEmpty() || answer.containsKey("error")) {
      String why = problem(JsonIn.object(answer.get("error")));
      say("sample", why);
      return Sampled.failed(why);
    }
    return new Sampled(
        said(answer.get("content")), JsonIn.text(answer, "model"), answer, Optional.empty());
  }

  /** All that is text in a block or a list of them. */
  private static String said(Object content) {
    if (content instanceof Collection<?> blocks) {
      StringBuilder all = new StringBuilder();
      for (Object block : blocks) {
        all.append(said(block));
      }
      return all.toString();
    }
    return JsonIn.text(JsonIn.object(content), "text");
  }

  /** Empty if there was no answer in time. */
  private Optional<Map<String, Object>> ask(Kind kind, JsonOut question, Duration patience)
      throws InterruptedException {
    return ports
        .ask(
            file(kind.variable + "_REQUEST_FILE"),
            file(kind.variable + "_RESPONSE_FILE"),
            question.bytes(),
            patience)
        .map(Questions::object);
  }

  private static Map<String, Object> object(byte[] answer) {
    try {
      return JsonIn.object(JsonIn.read(new String(answer, StandardCharsets.UTF_8)));
    } catch (NotJsonException e) {
      return Map.of(); // told as no answer
    }
  }

  /** The name of a file on the desk. */
  private String file(String variable) {
    String path = told.text(variable);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static void value(Object value, JsonOut json) {
    try {
      json.value(value);
    } catch (ScriptExit e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String problem(Map<String, Object> answer) {
    String message = JsonIn.text(answer, "message");
    return message.isEmpty() ? "there is no answer" : message;
  }
}
