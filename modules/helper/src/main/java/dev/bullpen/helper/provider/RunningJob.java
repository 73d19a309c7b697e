package dev.bullpen.helper.provider;

import dev.bullpen.api.Arguments;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Elicited;
import dev.bullpen.api.Form;
import dev.bullpen.api.Job;
import dev.bullpen.api.Level;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceRequest;
import dev.bullpen.api.Root;
import dev.bullpen.api.Sampled;
import dev.bullpen.api.Sampling;
import dev.bullpen.api.ToolRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The job of a provider. Only tools can report and ask, with the lines and files of the shell SDK.
 * A server around this one may pass on the variables for that; they have no effect on other
 * providers. Variables that are seldom needed are parsed at their first use.
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

  /** Seconds that a tool may run; set by the server. */
  private static final String TIMEOUT_SECONDS = "MCP_TOOL_TIMEOUT_SECS";

  /** Seconds that a user has for an answer; set by the operator or the server. */
  private static final String PERSON_SECONDS = "MCPBASH_ELICITATION_TIMEOUT";

  /** The default of the shell SDK, if the variable has no number. */
  private static final int USUAL_PERSON_SECONDS = 30;

  private static final String NO_ELICITATION =
      "the client lacks the capability elicitation, so its user cannot be asked";

  /** How long a model has for an answer, as in the shell SDK. */
  private static final Duration MODEL = Duration.ofSeconds(120);

  /**
   * A character takes at most 6 bytes of JSON, and the supervisor drops lines of more than 256 KiB.
   */
  private static final int MAX_CHARS = 40_000;

  private static final String ELLIPSIS = "…";

  private final Map<String, String> environment;
  private final Ports ports;
  private final boolean isTool;
  private final boolean hasMeta;
  private final long startedAt = System.nanoTime();

  /**
   * For one call.
   *
   * @param environment the variables that a script would get
   */
  RunningJob(ProviderCall.Wanted wanted, Map<String, String> environment, Ports ports) {
    this.environment = Collections.unmodifiableMap(environment);
    this.ports = ports;
    this.isTool = wanted == ProviderCall.Wanted.TOOL;
    this.hasMeta = isTool || wanted == ProviderCall.Wanted.PROMPT;
  }

  CompletionRequest completion() throws ScriptExit {
    Map<String, Object> request = object("MCP_COMPLETION_ARGS");
    Map<String, Object> argument = PlainJson.asObject(request.get("argument"));
    Map<String, Object> context = PlainJson.asObject(request.get("context"));
    return new CompletionRequest(
        text("MCP_COMPLETION_NAME"),
        PlainJson.text(argument, "name"),
        PlainJson.text(argument, "value"),
        texts(PlainJson.asObject(context.get("arguments"))),
        count("MCP_COMPLETION_OFFSET", 0),
        count("MCP_COMPLETION_LIMIT", Integer.MAX_VALUE),
        this);
  }

  ToolRequest tool() throws ScriptExit {
    return new ToolRequest(text("MCP_TOOL_NAME"), Arguments.of(object("MCP_TOOL_ARGS")), this);
  }

  PromptRequest prompt() throws ScriptExit {
    return new PromptRequest(text("MCP_PROMPT_NAME"), texts(object("MCP_PROMPT_ARGS")), this);
  }

  ResourceRequest resource(String uri) throws ScriptExit {
    return new ResourceRequest(uri, texts(object("MCP_RESOURCE_TEMPLATE_VARS")), this);
  }

  /** The members that are texts; the contract has no others here. */
  private static Map<String, String> texts(Map<String, Object> object) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : object.entrySet()) {
      if (member.getValue() instanceof String text) {
        texts.put(member.getKey(), text);
      }
    }
    return texts;
  }

  private String text(String name) {
    return environment.getOrDefault(name, "");
  }

  private boolean has(String name) {
    return !text(name).isEmpty();
  }

  private int count(String name, int otherwise) {
    String digits = text(name);
    try {
      return digits.isEmpty() ? otherwise : Math.max(0, Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      return otherwise; // as if it were not set
    }
  }

  /**
   * The object in {@code NAME_JSON} or, if that is empty, in the file that {@code NAME_FILE} names.
   * Empty if neither is set.
   */
  private Map<String, Object> object(String name) throws ScriptExit {
    return PlainJson.asObject(json(name));
  }

  private @Nullable Object json(String name) throws ScriptExit {
    String variable = name + "_JSON";
    String text = text(variable);
    if (text.isEmpty()) {
      variable = name + "_FILE";
      if (!has(variable)) {
        return null;
      }
      try {
        text = Files.readString(Path.of(text(variable)));
      } catch (IOException e) {
        throw new ScriptExit("the file of %s cannot be read: %s".formatted(variable, e));
      }
    }
    try {
      return PlainJson.read(text);
    } catch (PlainJson.NotJsonException e) {
      throw new ScriptExit("%s is not JSON: %s".formatted(variable, e.getMessage()));
    }
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
    if (isTool && has("MCP_LOG_STREAM")) {
      sendNotification(
          "notifications/message",
          PlainJson.object(
              "level",
              level.name().toLowerCase(Locale.ROOT),
              "logger",
              text("MCP_TOOL_NAME"),
              "data",
              cut(message)));
    }
  }

  @Override
  public Optional<Duration> timeLeft() {
    int seconds = isTool ? count(TIMEOUT_SECONDS, 0) : 0;
    return seconds == 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(seconds).minusNanos(System.nanoTime() - startedAt));
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
    return canElicit()
        ? elicited(PlainJson.object("message", message, "url", url, "mode", "url"))
        : unaskedUser();
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
    if (isTool && sureJson("MCP_ROOTS") instanceof Collection<?> all) {
      for (Object one : all) {
        Map<String, Object> root = PlainJson.asObject(one);
        if (root.get("uri") instanceof String uri && root.get("path") instanceof String path) {
          roots.add(new Root(uri, PlainJson.text(root, "name"), Path.of(path)));
        }
      }
    }
    return Collections.unmodifiableList(roots);
  }

  @Override
  public Path project() {
    return has("MCPBASH_PROJECT_ROOT")
        ? Path.of(text("MCPBASH_PROJECT_ROOT"))
        : Job.super.project();
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public Map<String, Object> meta() {
    return hasMeta ? Collections.unmodifiableMap(variable("MCP_TOOL_META")) : Map.of();
  }

  private Map<String, Object> variable(String name) {
    return PlainJson.asObject(sureJson(name));
  }

  /** For values that the server has written. */
  private @Nullable Object sureJson(String name) {
    try {
      return json(name);
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
    boolean hasRawToken = has("MCP_PROGRESS_TOKEN_JSON");
    boolean wanted = hasRawToken || has("MCP_PROGRESS_TOKEN");
    if (wanted && has("MCP_PROGRESS_STREAM")) {
      sendNotification(
          "notifications/progress",
          PlainJson.object(
              "progressToken",
              hasRawToken
                  ? new PlainJson.Raw(text("MCP_PROGRESS_TOKEN_JSON"))
                  : text("MCP_PROGRESS_TOKEN"),
              "progress",
              PlainJson.number(done),
              "total",
              total.map(PlainJson::number),
              "message",
              cut(message)));
    }
  }

  private void sendNotification(String method, Map<String, Object> params) {
    ports.event(bytes(PlainJson.object("jsonrpc", "2.0", "method", method, "params", params)));
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
        && text(kind.variable + "_SUPPORTED").equals("1")
        && has(kind.variable + "_REQUEST_FILE")
        && has(kind.variable + "_RESPONSE_FILE");
  }

  private Elicited ask(Form form) throws InterruptedException {
    List<String> required = new ArrayList<>(form.fields().keySet());
    required.removeAll(form.optional());
    Map<String, Object> schema =
        PlainJson.object("type", "object", "properties", form.fields(), "required", required);
    return elicited(PlainJson.object("message", form.message(), "schema", schema, "mode", "form"));
  }

  private Elicited elicited(Map<String, Object> question) throws InterruptedException {
    Duration patience = Duration.ofSeconds(count(PERSON_SECONDS, USUAL_PERSON_SECONDS));
    Optional<Map<String, Object>> said = ask(Kind.ELICIT, question, patience);
    if (said.isEmpty()) {
      return new Elicited(
          Elicited.Action.ERROR,
          Arguments.of(Map.of()),
          Optional.of("the user did not answer within %s s".formatted(patience.toSeconds())));
    }
    Map<String, Object> answer = said.get();
    Elicited.Action action =
        switch (PlainJson.text(answer, "action")) {
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
    return new Elicited(action, Arguments.of(PlainJson.asObject(answer.get("content"))), problem);
  }

  /** Prints the reason to the error output, like the shell SDK, as the tool may not report it. */
  private static void say(String method, String why) {
    System.err.println(method + ": " + why);
  }

  private Sampled ask(Sampling sampling) throws InterruptedException {
    Map<String, Object> question =
        PlainJson.object(
            "messages", Results.json(sampling.messages()), "maxTokens", sampling.maxTokens());
    question.putAll(sampling.settings());
    Optional<Map<String, Object>> said = ask(Kind.SAMPLE, question, MODEL);
    if (said.isEmpty()) {
      return Sampled.failed("the client did not answer within %s s".formatted(MODEL.toSeconds()));
    }
    Map<String, Object> answer = said.get();
    if (answer.isEmpty() || answer.containsKey("error")) {
      String why = problem(PlainJson.asObject(answer.get("error")));
      say("sample", why);
      return Sampled.failed(why);
    }
    return new Sampled(
        said(answer.get("content")), PlainJson.text(answer, "model"), answer, Optional.empty());
  }

  private static String said(@Nullable Object content) {
    if (content instanceof Collection<?> blocks) {
      StringBuilder all = new StringBuilder();
      for (Object block : blocks) {
        all.append(said(block));
      }
      return all.toString();
    }
    return PlainJson.text(PlainJson.asObject(content), "text");
  }

  private Optional<Map<String, Object>> ask(
      Kind kind, Map<String, Object> question, Duration patience) throws InterruptedException {
    Optional<byte[]> answer =
        ports.ask(
            file(kind.variable + "_REQUEST_FILE"),
            file(kind.variable + "_RESPONSE_FILE"),
            bytes(question),
            patience);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    try {
      String text = new String(answer.get(), StandardCharsets.UTF_8);
      return Optional.of(PlainJson.asObject(PlainJson.read(text)));
    } catch (PlainJson.NotJsonException e) {
      return Optional.of(Map.of()); // no answer either
    }
  }

  private String file(String variable) {
    String path = text(variable);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static byte[] bytes(Map<String, Object> json) {
    try {
      return PlainJson.bytes(json);
    } catch (ScriptExit e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String problem(Map<String, Object> answer) {
    String message = PlainJson.text(answer, "message");
    return message.isEmpty() ? "there is no answer" : message;
  }
}
