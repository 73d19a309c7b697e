package dev.bullpen.project.script;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.FoundFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What starts a script: the system, or bash.
 *
 * <p>Bash runs what is named {@code .sh} or {@code .bash}, or begins with the {@code #!} of a
 * shell, where the system cannot: for want of the permission, or of a first line. So does it, as
 * under mcp-bash, an executable text without a first line whose name has no extension. Any other
 * text is in another language, of which a shell would make something else, line by line.
 *
 * @param starter what starts it
 * @param objection why nothing does, as a sentence with the next step; empty if something does, or
 *     if it merely lacks the permission
 */
record ScriptStart(Starter starter, Optional<String> objection) {
  /** Who starts it. */
  enum Starter {
    SYSTEM,
    BASH,
    NONE
  }

  /** What the kernel reads of a first line; see execve(2). */
  private static final int FIRST_LINE_BYTES = 255;

  /** As much as bash looks at to tell a text from a program of another system. */
  private static final int TEXT_BYTES = 80;

  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /** By the extension: what its author most likely means. */
  private static final Map<String, String> INTERPRETERS =
      Map.ofEntries(
          Map.entry("py", "python3"),
          Map.entry("js", "node"),
          Map.entry("mjs", "node"),
          Map.entry("cjs", "node"),
          Map.entry("ts", "deno"),
          Map.entry("rb", "ruby"),
          Map.entry("pl", "perl"),
          Map.entry("php", "php"),
          Map.entry("lua", "lua"),
          Map.entry("awk", "awk"),
          Map.entry("zsh", "zsh"),
          Map.entry("ksh", "ksh"));

  private static final ScriptStart BY_SYSTEM = new ScriptStart(Starter.SYSTEM, Optional.empty());
  private static final ScriptStart BY_BASH = new ScriptStart(Starter.BASH, Optional.empty());
  private static final ScriptStart BY_NOBODY = new ScriptStart(Starter.NONE, Optional.empty());

  /**
   * Look at a script that is there. A program in Java is started by its helper.
   *
   * @throws IOException if it cannot be read now, so that nothing is known of its first line; what
   *     we may never read is a program, if anything
   */
  static ScriptStart of(Path script) throws IOException {
    if (JavaProgram.is(script)) {
      return BY_SYSTEM;
    }
    String head = permittedHead(script);
    Optional<FirstLine> line = FirstLine.of(head);
    if (!Files.isExecutable(script)) {
      return withoutPermission(script, line);
    }
    return line.isPresent() || !isText(script, head) ? BY_SYSTEM : withoutLine(script, head);
  }

  private static String permittedHead(Path script) throws IOException {
    try {
      return head(script);
    } catch (AccessDeniedException e) {
      return "";
    }
  }

  private static String head(Path script) throws IOException {
    return new String(SmallFile.readHead(script, FIRST_LINE_BYTES), StandardCharsets.ISO_8859_1);
  }

  /** Empty if there is none, which only a file that was read can say. */
  static Optional<FirstLine> firstLine(Path script) throws IOException {
    return FirstLine.of(head(script));
  }

  private static ScriptStart withoutPermission(Path script, Optional<FirstLine> line) {
    if (line.isPresent() && !line.get().isOfShell()) {
      return nothing(
          "%s asks for %s but is not executable. Run chmod +x %1$s."
              .formatted(script, EscapedBytes.of(line.get().program())));
    }
    return line.isPresent() || isNamedForBash(script.toString()) ? BY_BASH : BY_NOBODY;
  }

  private static ScriptStart withoutLine(Path script, String head) {
    if (isNamedForBash(script.toString()) || !hasExtension(script)) {
      return BY_BASH;
    }
    return nothing(
        head.startsWith(BYTE_ORDER_MARK + FirstLine.MARK)
            ? "%s has a byte order mark before its \"#!\" line, so the system does not see that line. Remove the mark."
                .formatted(script)
            : "%s has no \"#!\" line, so a shell would run it. Begin it with %s."
                .formatted(script, lineFor(script)));
  }

  /** A sentence, with the next step, that what starts a script cannot be known now. */
  static String unread(Path script, IOException e) {
    return "%s, or a file that its first line leads to, cannot be read just now (%s). Try again; if it stays so, check its disk and the server's limit of open files."
        .formatted(script, Cause.of(e));
  }

  private static ScriptStart nothing(String objection) {
    return new ScriptStart(Starter.NONE, Optional.of(objection));
  }

  private static boolean isText(Path script, String head) {
    return Files.isReadable(script)
        && head.substring(0, Math.min(TEXT_BYTES, head.length())).indexOf('\0') < 0;
  }

  private static boolean hasExtension(Path script) {
    String name = script.getFileName().toString();
    return !FoundFile.stem(name).equals(name);
  }

  static String lineFor(Path script) {
    String name = script.getFileName().toString();
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return Optional.ofNullable(INTERPRETERS.get(extension))
        .map("#!/usr/bin/env %s"::formatted)
        .orElse("the \"#!\" line of what runs it, such as #!/usr/bin/env python3");
  }

  static boolean isNamedForBash(String fileName) {
    return fileName.endsWith(".sh") || fileName.endsWith(".bash");
  }

  /**
   * The arguments that start it; empty if nothing does.
   *
   * @param bash where it is; without it the helper finds a shell for what is executable
   */
  Optional<List<String>> command(Path script, Optional<Path> bash) {
    return switch (starter) {
      case SYSTEM -> Optional.of(List.of(script.toString()));
      case BASH ->
          bash.map(program -> List.of(program.toString(), script.toString()))
              .or(
                  () ->
                      Files.isExecutable(script)
                          ? Optional.of(List.of(script.toString()))
                          : Optional.empty());
      case NONE -> Optional.empty();
    };
  }
}
