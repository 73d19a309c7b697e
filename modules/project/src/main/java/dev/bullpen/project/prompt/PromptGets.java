package dev.bullpen.project.prompt;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.RequestVariables.Request;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers {@code prompts/get}: fills in a template, or runs a script if the prompt's metadata has
 * {@code "render": "script"}. The flag is needed because a template may have any name, even one in
 * {@code .sh}, and must not be run.
 *
 * <p>A template is a UTF-8 file inside the prompts folder or the project after following links.
 * Line breaks at its end are dropped, as by a shell's {@code $(<file)}, including those of Windows
 * (CR LF).
 */
public final class PromptGets {
  /** The most UTF-8 bytes of all names and values; as many as a template may have. */
  static final int MAX_ARGUMENT_BYTES = 1_048_576;

  static final int MAX_BYTES = SmallFile.MAX_BYTES;

  /**
   * The most characters of a result: four times the limit of a template or its arguments. Otherwise
   * a template with many placeholders and a long value could become a thousand times as long as
   * either.
   */
  static final int MAX_LENGTH = 4_194_304;

  private static final Set<String> ROLES = Set.of("user", "assistant");

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{([A-Za-z_][A-Za-z0-9_]*+)\\}\\}");

  private final Folder prompts;
  private final Folder project;
  private final TrustedCommand commands;
  private final ScriptEnvironment scripts;

  public PromptGets(Layout layout, TrustedCommand commands, ScriptEnvironment scripts) {
    this.prompts = layout.prompts();
    this.project = layout.root();
    this.commands = commands;
    this.scripts = scripts;
  }

  /**
   * A script to run. {@link #printed} makes a result from its output.
   *
   * @param command the program, by absolute path, and its arguments
   * @param variables variables added to {@link ScriptEnvironment#ofTool}
   */
  public record Script(List<String> command, RequestVariables variables) {}

  /**
   * Checks the arguments and fills in the template. The result has the form of the newest revision.
   * Reads a file, so it may block.
   *
   * @param arguments as sent; an empty object if there were none
   */
  public ObjectNode text(Prompt prompt, ObjectNode arguments) throws RefusedException {
    check(prompt, arguments);
    return text(prompt, filled(template(prompt), arguments));
  }

  /** Checks the arguments, and that the script can be started. Reads files, so it may block. */
  public Script script(Prompt prompt, Request request) throws RefusedException {
    check(prompt, request.arguments());
    // A path that names no file becomes the folder, which is not a script.
    Path path = prompts.resolve(prompt.path()).orElse(prompts.path());
    List<String> command;
    try {
      command =
          commands.of(
              new ProjectScript(Kind.PROMPT, EscapedBytes.of(prompt.name()), prompts, path));
    } catch (RefusedException e) {
      // Other arguments would not help, also if the script may not be run.
      throw RefusedException.failed(e.getMessage(), e.detail());
    }
    RequestVariables.Script script =
        new RequestVariables.Script(
            "PROMPT",
            prompt.name(),
            path,
            prompt.arguments().orElse(List.of()).stream().map(PromptArgument::name).toList(),
            Json.text(prompt.described()));
    try {
      return new Script(command, RequestVariables.of(scripts, script, request));
    } catch (RefusedException e) {
      throw unable(
          "The script of the prompt %s is not run. %s"
              .formatted(EscapedBytes.of(prompt.name()), e.getMessage()));
    }
  }

  /**
   * The result for a script's output. An object with {@code resultType: "input_required"} stays
   * unchanged. An object with an array {@code messages} becomes {@code {description?, messages,
   * _meta?}} of the newest revision. Anything else, including other JSON, becomes the text of one
   * message. Messages stay as printed, but one without a role or a content object is replaced by a
   * text that says so.
   *
   * @param printed all of it, by a script that exited 0
   */
  public static ObjectNode printed(Prompt prompt, byte[] printed) {
    byte[] stdout = ByteOrderMark.skip(printed);
    if (json(stdout) instanceof ObjectNode object) {
      if ("input_required".equals(object.path("resultType").stringValue(""))) {
        return object;
      }
      if (object.get("messages") instanceof ArrayNode messages) {
        return result(prompt, object, messages);
      }
    }
    return text(prompt, withoutLastLineBreaks(new String(stdout, StandardCharsets.UTF_8)));
  }

  private static @Nullable JsonNode json(byte[] stdout) {
    try {
      return Json.mayBe(stdout) ? Json.parsePrinted(stdout) : null;
    } catch (JsonException e) {
      return null;
    }
  }

  private static ObjectNode result(Prompt prompt, ObjectNode printed, ArrayNode messages) {
    ObjectNode result = described(prompt);
    Members.silentString(printed, "description").ifPresent(text -> result.put("description", text));
    ArrayNode kept = Json.array();
    for (int i = 0; i < messages.size(); i++) {
      Optional<String> defect = defect(messages.get(i));
      kept.add(
          defect.isEmpty()
              ? messages.get(i)
              : message(
                  prompt.role(),
                  "[Message %d of this prompt is left out: %s]".formatted(i + 1, defect.get())));
    }
    result.set("messages", kept);
    if (printed.get("_meta") instanceof ObjectNode meta) {
      result.set("_meta", meta);
    }
    return result;
  }

  private static Optional<String> defect(JsonNode message) {
    if (!(message instanceof ObjectNode)) {
      return Optional.of("its script did not print an object");
    }
    String role = message.path("role").stringValue("");
    if (!ROLES.contains(role)) {
      return Optional.of("its role is neither user nor assistant");
    }
    return message.path("content").isObject()
        ? Optional.empty()
        : Optional.of("its content is not one object");
  }

  static ObjectNode text(Prompt prompt, String text) {
    ObjectNode result = described(prompt);
    result.putArray("messages").add(message(prompt.role(), text));
    return result;
  }

  static ObjectNode described(Prompt prompt) {
    ObjectNode result = Json.object();
    Members.silentText(prompt.metadata(), "description")
        .ifPresent(description -> result.put("description", description));
    return result;
  }

  static ObjectNode message(String role, String text) {
    ObjectNode message = Json.object().put("role", role);
    message.putObject("content").put("type", "text").put("text", text);
    return message;
  }

  /**
   * Checks arguments: all are strings, as in every revision ({@code
   * GetPromptRequestParams.arguments}), no required one is missing, and they are not too long.
   * Undeclared ones are allowed, because the prompt may have a placeholder for them.
   */
  static void check(Prompt prompt, ObjectNode arguments) throws RefusedException {
    long bytes = 0;
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (!value.isString()) {
        throw RefusedException.invalid(
            "Argument '%s' must be a string".formatted(EscapedBytes.of(argument.getKey())));
      }
      bytes += bytes(argument.getKey()) + bytes(value.stringValue());
    }
    if (bytes > MAX_ARGUMENT_BYTES) {
      throw RefusedException.invalid(
          "The arguments have more than %d bytes together; send shorter ones"
              .formatted(MAX_ARGUMENT_BYTES));
    }
    for (PromptArgument declared : prompt.arguments().orElse(List.of())) {
      if (declared.required() && !arguments.has(declared.name())) {
        throw RefusedException.invalid(
            "Missing required argument '%s'".formatted(EscapedBytes.of(declared.name())));
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private String template(Prompt prompt) throws RefusedException {
    Optional<Path> file = prompts.resolve(prompt.path());
    if (file.isEmpty()) {
      throw unable(
          prompt,
          "its path \"%s\" names no file".formatted(EscapedBytes.of(prompt.path())),
          "Give it the path of one, relative to " + prompts.path());
    }
    try {
      byte[] bytes = SmallFile.read(file.get(), MAX_BYTES, List.of(prompts, project));
      ByteBuffer text = ByteBuffer.wrap(ByteOrderMark.skip(bytes));
      return withoutLastLineBreaks(StandardCharsets.UTF_8.newDecoder().decode(text).toString());
    } catch (LeadsOutException e) {
      throw unable(prompt, file.get() + " leads out of the project", "Move the file into it");
    } catch (NoSuchFileException e) {
      throw unable(prompt, "there is no file " + file.get(), "Put it back or remove the prompt");
    } catch (CharacterCodingException e) {
      throw unable(prompt, file.get() + " is not valid UTF-8", "Save it as UTF-8");
    } catch (IOException e) {
      throw unable(
          prompt,
          "%s cannot be used: %s".formatted(file.get(), Cause.of(e)),
          "Correct it or remove the prompt");
    }
  }

  private static RefusedException unable(Prompt prompt, String fact, String nextStep) {
    return unable(
        "The prompt %s is not rendered: %s. %s."
            .formatted(EscapedBytes.of(prompt.name()), fact, nextStep));
  }

  /** Clients get mcp-bash's message. */
  private static RefusedException unable(String detail) {
    return RefusedException.failed("Unable to render prompt", detail);
  }

  static String withoutLastLineBreaks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\n') {
      end -= end > 1 && text.charAt(end - 2) == '\r' ? 2 : 1;
    }
    return text.substring(0, end);
  }

  /**
   * Replace {@code {{name}}} by values. Values are not searched for placeholders, so a client
   * cannot reach one argument through another. A name without a value stays as written.
   */
  static String filled(String template, ObjectNode values) throws RefusedException {
    StringBuilder out = new StringBuilder(template.length());
    int done = 0;
    Matcher placeholder = PLACEHOLDER.matcher(template);
    while (placeholder.find()) {
      JsonNode value = values.get(placeholder.group(1));
      if (value != null) {
        append(out, template.substring(done, placeholder.start()));
        append(out, value.stringValue());
        done = placeholder.end();
      }
    }
    append(out, template.substring(done));
    return out.toString();
  }

  private static void append(StringBuilder out, String text) throws RefusedException {
    if (text.length() > MAX_LENGTH - out.length()) {
      throw RefusedException.invalid(
          "With these arguments the prompt has more than %d characters; send shorter ones"
              .formatted(MAX_LENGTH));
    }
    out.append(text);
  }
}
