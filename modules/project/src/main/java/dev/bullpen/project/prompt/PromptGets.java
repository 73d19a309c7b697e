package dev.bullpen.project.prompt;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.script.TrustedCommand.Kind;
import dev.bullpen.project.script.TrustedCommand.ProjectScript;
import dev.bullpen.project.script.UnusableScriptException;
import dev.bullpen.project.tool.ToolEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How {@code prompts/get} is answered: by a template that is filled in, or by a script where the
 * prompt's metadata has {@code "render": "script"}. The flag is needed because a template may be
 * called what it likes, {@code .sh} too, and has never been run.
 *
 * <p>A template is a file of UTF-8 that lies in the prompts folder or the project once every link
 * is followed. The line breaks at its end are dropped, as a shell's {@code $(<file)} drops them,
 * and so are those of Windows (CR LF).
 */
public final class PromptGets {
  /** Bytes of UTF-8 of all names and values; as much as a template may have. */
  static final int MAX_ARGUMENT_BYTES = 1_048_576;

  /** Bytes of a template; as much as any other text a project is described with. */
  static final int MAX_BYTES = SmallFile.MAX_BYTES;

  /**
   * Characters of what comes out: four times what a template or its arguments may have. A template
   * of many placeholders and a long value would else be a thousand times as long as either.
   */
  static final int MAX_LENGTH = 4_194_304;

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{([A-Za-z_][A-Za-z0-9_]*+)\\}\\}");

  private final Folder prompts;
  private final Folder project;
  private final TrustedCommand commands;
  private final ToolEnvironment scripts;

  public PromptGets(Layout layout, TrustedCommand commands, ToolEnvironment scripts) {
    this.prompts = layout.prompts();
    this.project = layout.root();
    this.commands = commands;
    this.scripts = scripts;
  }

  /**
   * One {@code prompts/get}, checked for its form, as far as a script is told of it beside the
   * arguments.
   *
   * @param meta {@code params._meta} as sent, an empty object if there was none
   * @param inputResponses answers to what an earlier run of the script has asked
   * @param requestState what an earlier run of the script has left for this one
   * @param offers names of what the client can be asked for, as {@code elicitation.url}
   */
  public record Request(
      ObjectNode meta,
      Optional<ObjectNode> inputResponses,
      Optional<JsonNode> requestState,
      List<String> offers) {}

  /**
   * A script that has to be run; {@link PromptOutput#read} makes the result of what it prints.
   *
   * @param command the program, by absolute path, and its arguments
   * @param variables what it is told beyond {@link ToolEnvironment#common}
   */
  public record Script(List<String> command, RequestVariables variables) {}

  /**
   * Check the arguments and fill in the template: a result as the newest revision has it. Reads a
   * file, so it may block.
   *
   * @param arguments as sent; an empty object if there were none
   */
  public ObjectNode text(Prompt prompt, ObjectNode arguments) throws PromptRejectedException {
    check(prompt, arguments);
    return PromptOutput.text(prompt, filled(template(prompt), arguments));
  }

  /**
   * Check the arguments, and whether the script can be started. Looks at files, so it may block.
   */
  public Script script(Prompt prompt, ObjectNode arguments, Request request)
      throws PromptRejectedException {
    check(prompt, arguments);
    // What names no file is looked for where the others are, and not found.
    Path path = prompts.resolve(prompt.path()).orElse(prompts.path());
    List<String> command;
    try {
      command =
          commands.of(
              new ProjectScript(Kind.PROMPT, EscapedBytes.of(prompt.name()), prompts, path));
    } catch (UnusableScriptException e) {
      throw PromptRejectedException.ofProject(e.getMessage(), e.detail());
    }
    RequestVariables variables;
    try {
      variables = scripts.begin();
    } catch (UnusableScriptException e) {
      throw unable(
          "The script of the prompt %s is not run. %s"
              .formatted(EscapedBytes.of(prompt.name()), e.getMessage()));
    }
    variables.arguments(
        arguments,
        prompt.arguments().orElse(List.of()).stream().map(PromptArgument::name).toList());
    variables.put("MCP_PROMPT_NAME", prompt.name());
    variables.put("MCP_PROMPT_PATH", path.toString());
    variables.json("MCP_PROMPT_ARGS", "args.json", arguments);
    variables.json("MCP_PROMPT_METADATA", "metadata.json", prompt.described());
    scripts.putRequest(variables, request.meta(), request.inputResponses(), request.requestState());
    variables.offers(request.offers());
    return new Script(command, variables);
  }

  /**
   * Whether a prompt can be had with some arguments: all of them are strings, as every revision has
   * it ({@code GetPromptRequestParams.arguments}), none that is required is missing, and they are
   * not too much. What the prompt does not declare may be sent too; it may hold a placeholder for
   * it.
   */
  static void check(Prompt prompt, ObjectNode arguments) throws PromptRejectedException {
    long bytes = 0;
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (!value.isString()) {
        throw PromptRejectedException.ofArguments(
            "Argument '%s' must be a string".formatted(EscapedBytes.of(argument.getKey())));
      }
      bytes += bytes(argument.getKey()) + bytes(value.stringValue());
    }
    if (bytes > MAX_ARGUMENT_BYTES) {
      throw PromptRejectedException.ofArguments(
          "The arguments have more than %d bytes together; send shorter ones"
              .formatted(MAX_ARGUMENT_BYTES));
    }
    for (PromptArgument declared : prompt.arguments().orElse(List.of())) {
      if (declared.required() && !arguments.has(declared.name())) {
        throw PromptRejectedException.ofArguments(
            "Missing required argument '%s'".formatted(EscapedBytes.of(declared.name())));
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private String template(Prompt prompt) throws PromptRejectedException {
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
          "Mend it or remove the prompt");
    }
  }

  private static PromptRejectedException unable(Prompt prompt, String fact, String nextStep) {
    return unable(
        "The prompt %s is not rendered: %s. %s."
            .formatted(EscapedBytes.of(prompt.name()), fact, nextStep));
  }

  /** What a client is told of a template that cannot be used is what mcp-bash tells it. */
  private static PromptRejectedException unable(String detail) {
    return PromptRejectedException.ofProject("Unable to render prompt", detail);
  }

  static String withoutLastLineBreaks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\n') {
      end -= end > 1 && text.charAt(end - 2) == '\r' ? 2 : 1;
    }
    return text.substring(0, end);
  }

  /**
   * Puts values in the place of {@code {{name}}}. The template is gone through once, and what is
   * put in is not looked at: a client cannot reach one argument through another. What has no value
   * stays as it is written.
   */
  static String filled(String template, ObjectNode values) throws PromptRejectedException {
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

  private static void append(StringBuilder out, String text) throws PromptRejectedException {
    if (text.length() > MAX_LENGTH - out.length()) {
      throw PromptRejectedException.ofArguments(
          "With these arguments the prompt has more than %d characters; send shorter ones"
              .formatted(MAX_LENGTH));
    }
    out.append(text);
  }
}
