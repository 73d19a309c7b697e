package dev.bullpen.project.prompt;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the text of a prompt: a file of UTF-8 that lies in the prompts folder or the project once
 * every link is followed. The line breaks at its end are dropped, as a shell's {@code $(<file)}
 * drops them, and so are those of Windows (CR LF).
 */
final class PromptTemplate {
  /** Bytes of a file; as much as any other text a project is described with. */
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

  PromptTemplate(Layout layout) {
    this.prompts = layout.prompts();
    this.project = layout.root();
  }

  String of(Prompt prompt) throws PromptRejectedException {
    Optional<Path> file = prompts.resolve(prompt.path());
    if (file.isEmpty()) {
      throw unable(
          prompt,
          "its path \"%s\" names no file".formatted(EscapedBytes.of(prompt.path())),
          "Give it the path of one, relative to " + prompts.path());
    }
    return withoutLastLineBreaks(read(prompt, file.get()));
  }

  private String read(Prompt prompt, Path file) throws PromptRejectedException {
    try {
      byte[] bytes = ByteOrderMark.skip(SmallFile.read(file, MAX_BYTES, List.of(prompts, project)));
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (LeadsOutException e) {
      throw unable(prompt, file + " leads out of the project", "Move the file into it");
    } catch (NoSuchFileException e) {
      throw unable(prompt, "there is no file " + file, "Put it back or remove the prompt");
    } catch (CharacterCodingException e) {
      throw unable(prompt, file + " is not valid UTF-8", "Save it as UTF-8");
    } catch (IOException e) {
      throw unable(
          prompt,
          "%s cannot be used: %s".formatted(file, Cause.of(e)),
          "Mend it or remove the prompt");
    }
  }

  private static PromptRejectedException unable(Prompt prompt, String fact, String nextStep) {
    return PromptRejectedException.ofProject(
        PromptRejectedException.UNABLE,
        "The prompt %s is not rendered: %s. %s."
            .formatted(EscapedBytes.of(prompt.name()), fact, nextStep));
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
