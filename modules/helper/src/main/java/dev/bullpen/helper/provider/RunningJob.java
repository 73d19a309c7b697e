package dev.bullpen.helper.provider;

import dev.bullpen.api.Arguments;
import dev.bullpen.api.Elicited;
import dev.bullpen.api.Form;
import dev.bullpen.api.Job;
import dev.bullpen.api.Level;
import dev.bullpen.api.Message;
import dev.bullpen.api.Root;
import dev.bullpen.api.Sampled;
import dev.bullpen.api.Sampling;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The job of a provider. Only tools can report and ask, with the lines and files of the shell SDK:
 * the variables for that may also reach other providers, from a server around this one, and mean
 * nothing there. Variables that are seldom needed are parsed when they are.
 */
final class RunningJob implements Job {
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

  /** Where the variables say no number: that of the shell SDK. */
  private static final int USUAL_PERSON_SECONDS = 30;

  private static final String NO_ELICITATION =
      "the client lacks the capability elicitation, so its user cannot be asked";

  /** What a model has, as in the shell SDK. */
  private static final Duration MODEL = Duration.ofSeconds(120);

  /** Each takes at most 6 bytes of JSON, and the supervisor drops lines beyond 256 KiB. */
  private static final int MAX_CHARS = 40_000;

  private static final String ELLIPSIS = "…";

  private final JobVariables variables;
  private final Ports ports;
  private final boolean isTool;
  private final boolean hasMeta;
  private final long startedAt = System.nanoTime();

  RunningJob(ProviderCall.Wanted wanted, JobVariables variables, Ports ports) {
    this.variables = variables;
    this.ports = ports;
    this.isTool = wanted == ProviderCall.Wanted.TOOL;
    this.hasMeta = isTool || wanted == ProviderCall.Wanted.PROMPT;
  }

  @Override
  public boolean cancelled() {
    return ports.cancelled();
  }

  @Override
  public void progress(double done, double total, String message) {
    if (isTool) {
      report(done, Optional.of(total), message);
    }
  }

  @Override
  public void progress(double done, String message) {
    if (isTool) {
      report(done, Optional.empty(), message);
    }
  }

  @Override
  public void log(Level level, String message) {
    if (isTool && variables.has("MCP_LOG_STREAM")) {
      JsonOut json = notification("notifications/message");
      json.text("level", level.name().toLowerCase(Locale.ROOT));
      json.text("logger", variables.text("MCP_TOOL_NAME")).text("data", cut(message));
      ports.event(json.end().end().bytes());
    }
  }

  @Override
  public Optional<Duration> timeLeft() {
    return isTool && object("MCP_TOOL_METADATA").get("timeoutSecs") instanceof Long seconds
        ? Optional.of(Duration.ofSeconds(seconds).minusNanos(System.nanoTime() - startedAt))
        : Optional.empty();
  }

  @Override
  public boolean canElicit() {
    return can(Kind.ELICIT);
  }

  @Override
  public Elicited elicit(Form form) throws InterruptedException {
    return canElicit() ? ask(form) : unaskedUser();
  }

  @Override
  public Elicited elicit(String message, String url) throws InterruptedException {
    if (!canElicit()) {
      return unaskedUser();
    }
    return elicited(
        new JsonOut().begin().text("message", message).text("url", url).text("mode", "url").end());
  }

  private Elicited unaskedUser() {
    if (!isTool) {
      return Elicited.declined();
    }
    say("elicit", NO_ELICITATION);
    return new Elicited(
        Elicited.Action.DECLINE, Arguments.of(Map.of()), Optional.of(NO_ELICITATION));
  }

  @Override
  public boolean canSample() {
    return can(Kind.SAMPLE);
  }

  @Override
  public Sampled sample(Sampling sampling) throws InterruptedException {
    if (canSample()) {
      return ask(sampling);
    }
    Sampled unasked = Job.super.sample(sampling);
    unasked.problem().filter(why -> isTool).ifPresent(why -> say("sample", why));
    return unasked;
  }

  @Override
  public List<Root> roots() {
    List<Root> roots = new ArrayList<>();
    if (isTool && json("MCP_ROOTS") instanceof Collection<?> all) {
      for (Object one : all) {
        Map<String, Object> root = JsonIn.object(one);
        if (root.get("uri") instanceof String uri && root.get("path") instanceof String path) {
          roots.add(new Root(uri, JsonIn.text(root, "name"), Path.of(path)));
        }
      }
    }
    return Collections.unmodifiableList(roots);
  }

  @Override
  public Path project() {
    return variables.has("MCPBASH_PROJECT_ROOT")
        ? Path.of(variables.text("MCPBASH_PROJECT_ROOT"))
        : Job.super.project();
  }

  @Override
  public Map<String, String> environment() {
    return variables.variables();
  }

  @Override
  public Map<String, Object> meta() {
    return hasMeta ? Collections.unmodifiableMap(object("MCP_TOOL_META")) : Map.of();
  }

  private Map<String, Object> object(String name) {
    return JsonIn.object(json(name));
  }

  private @Nullable Object json(String name) {
    try {
      return variables.json(name);
    } catch (ScriptExit e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private void report(double done, Optional<Double> total, String message) {
    if (!Double.isFinite(done) || !Double.isFinite(total.orElse(0.0))) {
      throw new IllegalArgumentException(
          "progress of %s, total %s: give finite numbers"
              .formatted(done, total.map(String::valueOf).orElse("none")));
    }
    boolean wanted =
        variables.has("MCP_PROGRESS_TOKEN_JSON") || variables.has("MCP_PROGRESS_TOKEN");
    if (!wanted || !variables.has("MCP_PROGRESS_STREAM")) {
      return;
    }
    JsonOut json = notification("notifications/progress");
    if (variables.has("MCP_PROGRESS_TOKEN_JSON")) {
      json.raw("progressToken", variables.text("MCP_PROGRESS_TOKEN_JSON"));
    } else {
      json.text("progressToken", variables.text("MCP_PROGRESS_TOKEN"));
    }
    json.number("progress", done);
    if (total.isPresent()) {
      json.number("total", total.get().doubleValue());
    }
    json.text("message", cut(message));
    ports.event(json.end().end().bytes());
  }

  private static JsonOut notification(String method) {
    return new JsonOut()
        .begin()
        .text("jsonrpc", "2.0")
        .text("method", method)
        .name("params")
        .begin();
  }

  private static String cut(String message) {
    String text = Objects.requireNonNullElse(message, "");
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    boolean insidePair = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
    return text.substring(0, insidePair ? MAX_CHARS - 1 : MAX_CHARS) + ELLIPSIS;
  }

  /** Whether the client can be asked, and there is a place for the question. */
  private boolean can(Kind kind) {
    return isTool
        && variables.text(kind.variable + "_SUPPORTED").equals("1")
        && variables.has(kind.variable + "_REQUEST_FILE")
        && variables.has(kind.variable + "_RESPONSE_FILE");
  }

  private Elicited ask(Form form) throws InterruptedException {
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

  private Elicited elicited(JsonOut question) throws InterruptedException {
    Duration patience = Duration.ofSeconds(variables.count(PERSON_SECONDS, USUAL_PERSON_SECONDS));
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
    // Only the server gives a reason: no client was asked, or none has answered.
    boolean isUnasked = action == Elicited.Action.DECLINE && answer.containsKey("message");
    Optional<String> problem =
        isUnasked || action == Elicited.Action.ERROR
            ? Optional.of(problem(answer))
            : Optional.empty();
    problem.ifPresent(why -> say("elicit", why));
    return new Elicited(action, Arguments.of(JsonIn.object(answer.get("content"))), problem);
  }

  /** A tool that does not say it itself leaves it in its error output, as with the shell SDK. */
  private static void say(String method, String why) {
    System.err.println(method + ": " + why);
  }

  private Sampled ask(Sampling sampling) throws InterruptedException {
    JsonOut json = new JsonOut().begin().name("messages").beginList();
    for (Message message : sampling.messages()) {
      Results.write(message, json);
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

  private static String said(@Nullable Object content) {
    if (content instanceof Collection<?> blocks) {
      StringBuilder all = new StringBuilder();
      for (Object block : blocks) {
        all.append(said(block));
      }
      return all.toString();
    }
    return JsonIn.text(JsonIn.object(content), "text");
  }

  private Optional<Map<String, Object>> ask(Kind kind, JsonOut question, Duration patience)
      throws InterruptedException {
    return ports
        .ask(
            file(kind.variable + "_REQUEST_FILE"),
            file(kind.variable + "_RESPONSE_FILE"),
            question.bytes(),
            patience)
        .map(RunningJob::answer);
  }

  private static Map<String, Object> answer(byte[] answer) {
    try {
      return JsonIn.object(JsonIn.read(new String(answer, StandardCharsets.UTF_8)));
    } catch (JsonIn.NotJsonException e) {
      return Map.of(); // told as no answer
    }
  }

  private String file(String variable) {
    String path = variables.text(variable);
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
