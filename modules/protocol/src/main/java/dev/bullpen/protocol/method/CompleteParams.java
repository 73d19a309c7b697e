package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The params of {@code completion/complete}, checked as far as they can be without the project
 * (specification, completion, security considerations: validate all inputs).
 *
 * @param argument the name of the argument to complete
 * @param value what the user has typed so far; may be empty
 * @param context the arguments already resolved, in the order sent, without the one to complete
 * @param limit how many values are wanted, from 1 to {@link CompleteResult#MAX_VALUES}; an
 *     extension
 * @param cursor where to continue, from an earlier answer; an extension
 * @param timeoutSecs how many seconds the client will wait, at least 1; an extension
 */
public record CompleteParams(
    Ref ref,
    String argument,
    String value,
    Map<String, String> context,
    OptionalInt limit,
    Optional<String> cursor,
    OptionalInt timeoutSecs) {

  /** The most UTF-8 bytes of a name, a URI or a template. */
  public static final int MAX_NAME_BYTES = 4 * 1024;

  /** The most UTF-8 bytes of a value. Completions are requested while a user types. */
  public static final int MAX_VALUE_BYTES = 4 * 1024;

  /** The most resolved arguments, which is more than any prompt declares. */
  public static final int MAX_CONTEXT_ENTRIES = 100;

  /**
   * The most UTF-8 bytes of all names and values in the context. The script gets them as JSON in
   * one environment variable, which Linux limits to 128 KiB (MAX_ARG_STRLEN, execve(2)). Twice this
   * size, if every character needs an escape, fits with the rest of the request.
   */
  public static final int MAX_CONTEXT_BYTES = 32 * 1024;

  /**
   * The most characters of a cursor, which contains a script's own cursor and two names, escaped.
   */
  public static final int MAX_CURSOR_CHARS = 64 * 1024;

  private static final String PROMPT = "ref/prompt";
  private static final String RESOURCE = "ref/resource";

  /**
   * The owner of the argument to complete.
   *
   * @param isPrompt otherwise a resource or a resource template
   * @param text its name, or its URI or URI template
   * @param title of a prompt, if sent; has no effect
   */
  public record Ref(boolean isPrompt, String text, Optional<String> title) {
    private static Ref parse(Member ref) throws JsonRpcException {
      Member type = ref.get("type");
      return switch (type.string()) {
        case PROMPT ->
            new Ref(
                true,
                TextLimit.NAME.check(ref.get("name")),
                ref.get("title").value().stringValueOpt().filter(TextLimit.VALUE::accepts));
        case RESOURCE -> new Ref(false, TextLimit.NAME.check(ref.get("uri")), Optional.empty());
        default -> throw type.refusal("must be ref/prompt or ref/resource");
      };
    }

    /** The {@code ref} object, with members in alphabetical order. */
    public ObjectNode toJson() {
      if (!isPrompt) {
        return Json.object().put("type", RESOURCE).put("uri", text);
      }
      ObjectNode json = Json.object().put("name", text);
      title.ifPresent(shown -> json.put("title", shown));
      return json.put("type", PROMPT);
    }
  }

  public CompleteParams {
    context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
  }

  /** Read the params; {@code MissingNode} for none. Revisions without context ignore it. */
  public static CompleteParams parse(JsonNode json, Revision revision) throws JsonRpcException {
    Member params = Member.params(json);
    Ref ref = Ref.parse(params.get("ref"));
    String argument = TextLimit.NAME.check(params.get("argument").get("name"));
    String value = TextLimit.VALUE.check(params.get("argument").get("value"));
    Map<String, String> context =
        revision.hasCompletionContext() ? context(params) : new LinkedHashMap<>();
    context.remove(argument);
    return new CompleteParams(
        ref,
        argument,
        value,
        context,
        params.get("limit").positive(CompleteResult.MAX_VALUES),
        cursor(params.get("cursor")),
        params.get("timeoutSecs").positive(Integer.MAX_VALUE));
  }

  private static Optional<String> cursor(Member cursor) throws JsonRpcException {
    if (!cursor.isPresent()) {
      return Optional.empty();
    }
    String text = cursor.string();
    if (text.length() > MAX_CURSOR_CHARS) {
      throw cursor.refusal("must not be longer than " + MAX_CURSOR_CHARS + " characters");
    }
    return Optional.of(text);
  }

  /** The client chooses the keys of {@code context.arguments}, so refusals do not repeat them. */
  private static Map<String, String> context(Member params) throws JsonRpcException {
    Map<String, String> resolved = new LinkedHashMap<>();
    Member context = params.get("context");
    if (!context.isPresent() || !context.get("arguments").isPresent()) {
      return resolved;
    }
    Member arguments = context.get("arguments");
    if (arguments.object().size() > MAX_CONTEXT_ENTRIES) {
      throw arguments.refusal("must not have more than " + MAX_CONTEXT_ENTRIES + " members");
    }
    for (Map.Entry<String, JsonNode> entry : arguments.object().properties()) {
      checkContext(arguments, entry.getKey(), entry.getValue());
      resolved.put(entry.getKey(), entry.getValue().stringValue());
    }
    if (bytes(resolved) > MAX_CONTEXT_BYTES) {
      throw arguments.refusal("must not be longer than " + MAX_CONTEXT_BYTES + " bytes in all");
    }
    return resolved;
  }

  private static void checkContext(Member arguments, String name, JsonNode value)
      throws JsonRpcException {
    if (!value.isString()) {
      throw arguments.refusal("must have strings only");
    }
    Optional<String> fault =
        TextLimit.NAME.fault(name).or(() -> TextLimit.VALUE.fault(value.stringValue()));
    if (fault.isPresent()) {
      throw arguments.refusal("has a name or a value that " + fault.get());
    }
  }

  private static int bytes(Map<String, String> resolved) {
    int bytes = 0;
    for (Map.Entry<String, String> entry : resolved.entrySet()) {
      bytes += entry.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += entry.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }

  /**
   * Which texts may become environment variables of a script. NUL and half surrogate pairs are
   * never allowed, and of the other control characters only tab, newline and carriage return.
   *
   * @param layout whether tab, newline and carriage return are allowed
   * @param empty whether the empty text is allowed
   */
  private record TextLimit(int maxBytes, boolean layout, boolean empty) {
    static final TextLimit NAME = new TextLimit(MAX_NAME_BYTES, false, false);

    static final TextLimit VALUE = new TextLimit(MAX_VALUE_BYTES, true, true);

    String check(Member member) throws JsonRpcException {
      String text = member.string();
      Optional<String> fault = fault(text);
      if (fault.isPresent()) {
        throw member.refusal(fault.get());
      }
      return text;
    }

    boolean accepts(String text) {
      return fault(text).isEmpty();
    }

    Optional<String> fault(String text) {
      if (text.isEmpty() && !empty) {
        return Optional.of("must not be empty");
      }
      // A character is at least a byte, so the first test avoids encoding a huge text.
      if (text.length() > maxBytes || text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
        return Optional.of("must not be longer than " + maxBytes + " bytes");
      }
      if (text.chars().anyMatch(this::isForbidden) || Json.hasLoneSurrogate(text)) {
        return Optional.of("must not contain control characters or half surrogate pairs");
      }
      return Optional.empty();
    }

    private boolean isForbidden(int c) {
      boolean laysOut = c == '\t' || c == '\n' || c == '\r';
      return c < ' ' && !(layout && laysOut);
    }
  }
}
