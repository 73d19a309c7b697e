package dev.bullpen.project.script;

import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.spawn.FirstLine;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.FoundFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a script is started: by the system, or by bash.
 *
 * <p>Bash runs scripts named {@code .sh} or {@code .bash}, or with the {@code #!} of a shell, if
 * the system cannot start them because they lack permission or a first line. As in mcp-bash, it
 * also runs an executable text without a first line whose name has no extension. Any other text is
 * in another language, which a shell would misread.
 *
 * @param objection why it cannot be started, as a sentence with the next step; empty if it can, or
 *     if it only lacks permission
 */
public record ScriptCommand(Starter starter, Optional<String> objection) {
  public enum Starter {
    SYSTEM,
    BASH,
    NONE
  }

  /** How many bytes bash examines to distinguish a text from a binary. */
  private static final int TEXT_BYTES = 80;

  /** Its path in POSIX. */
  private static final Path SHELL = Path.of("/bin/sh");

  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /** Shells in whose language bash can run most scripts. */
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "ash", "ksh", "ksh93", "mksh", "zsh");

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

  private static ScriptCommand by(Starter starter) {
    return new ScriptCommand(starter, Optional.empty());
  }

  private static ScriptCommand nothing(String objection) {
    return new ScriptCommand(Starter.NONE, Optional.of(objection));
  }

  /**
   * Examines an existing script. A program in Java is started by its helper.
   *
   * @throws IOException if the script cannot be read at the moment, so that its first line is
   *     unknown. A script that the server may never read counts as a binary
   */
  public static ScriptCommand of(Path script) throws IOException {
    if (JavaProgram.is(script)) {
      return by(Starter.SYSTEM);
    }
    String head = permittedHead(script);
    Optional<FirstLine> line = FirstLine.of(head);
    if (!Files.isExecutable(script)) {
      return withoutPermission(script, line);
    }
    return line.isPresent() || !isText(script, head)
        ? by(Starter.SYSTEM)
        : withoutLine(script, head);
  }

  private static String permittedHead(Path script) throws IOException {
    try {
      return head(script);
    } catch (AccessDeniedException e) {
      return "";
    }
  }

  private static String head(Path script) throws IOException {
    return new String(
        SmallFile.readHead(script, FirstLine.MOST_BYTES), StandardCharsets.ISO_8859_1);
  }

  static Optional<FirstLine> firstLine(Path script) throws IOException {
    return FirstLine.of(head(script));
  }

  private static ScriptCommand withoutPermission(Path script, Optional<FirstLine> line) {
    if (line.isPresent() && !isOfShell(line.get())) {
      return nothing(
          "%s requires %s but is not executable. Run chmod +x %1$s."
              .formatted(script, EscapedBytes.of(program(line.get()))));
    }
    boolean isForBash = line.isPresent() || isNamedForBash(script.toString());
    return by(isForBash ? Starter.BASH : Starter.NONE);
  }

  private static ScriptCommand withoutLine(Path script, String head) {
    String name = script.getFileName().toString();
    boolean hasExtension = !FoundFile.stem(name).equals(name);
    if (isNamedForBash(name) || !hasExtension) {
      return by(Starter.BASH);
    }
    if (head.startsWith(BYTE_ORDER_MARK + FirstLine.MARK)) {
      return nothing(
          "%s has a byte order mark before its \"#!\" line, so the system does not see that line. Remove the mark."
              .formatted(script));
    }
    String interpreter = INTERPRETERS.get(name.substring(name.lastIndexOf('.') + 1));
    return nothing(
        "%s has no \"#!\" line, so a shell would run it. Begin it with %s."
            .formatted(
                script,
                interpreter == null
                    ? "the \"#!\" line of its interpreter, such as #!/usr/bin/env python3"
                    : "#!/usr/bin/env " + interpreter));
  }

  private static boolean isText(Path script, String head) {
    return Files.isReadable(script)
        && head.substring(0, Math.min(TEXT_BYTES, head.length())).indexOf('\0') < 0;
  }

  /**
   * A sentence, with the next step, that it cannot be determined at the moment how a script is
   * started.
   */
  public static String unreadable(Path script, IOException e) {
    return "%s, or a file that its first line leads to, cannot be read at the moment (%s). Try again; if that does not help, check its disk and the server's limit of open files."
        .formatted(script, Cause.of(e));
  }

  static boolean isNamedForBash(String fileName) {
    return fileName.endsWith(".sh") || fileName.endsWith(".bash");
  }

  /**
   * The command that starts it; empty if it cannot be started.
   *
   * @param bash bash's path; without it, executable texts are left to the system's shell
   */
  public Optional<List<String>> command(Path script, Optional<Path> bash) {
    return switch (starter) {
      case SYSTEM -> Optional.of(List.of(script.toString()));
      case BASH ->
          bash.or(() -> Optional.of(SHELL).filter(shell -> Files.isExecutable(script)))
              .map(program -> List.of(program.toString(), script.toString()));
      case NONE -> Optional.empty();
    };
  }

  /** The program in a first line, if it is not a shell, so that bash would misread the file. */
  public static Optional<String> foreignLanguage(Path script) throws IOException {
    return firstLine(script)
        .filter(line -> !isOfShell(line))
        .map(line -> EscapedBytes.of(program(line)));
  }

  /** Whether a file is a script by its name or its first line, regardless of its permissions. */
  public static boolean isScript(Path file) {
    return isNamedForBash(file.toString()) || !JavaProgram.is(file) && hasShebang(file);
  }

  /** Whether bash runs a script because it lacks execute permission. */
  public static boolean isLeftToBash(Path script) {
    try {
      return !Files.isExecutable(script) && of(script).starter() == Starter.BASH;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Why an existing script is not run although its author may expect it, as a sentence with the
   * next step.
   */
  public static Optional<String> objection(Path script) {
    boolean isBashEnough = isNamedForBash(script.toString()) && Files.isExecutable(script);
    try {
      return isBashEnough || !Files.isRegularFile(script)
          ? Optional.empty()
          : of(script).objection();
    } catch (IOException e) {
      return Optional.of(unreadable(script, e));
    }
  }

  public static boolean hasShebang(Path file) {
    return isShebang(SmallFile.head(file, FirstLine.MARK.length()));
  }

  static boolean isShebang(byte[] head) {
    return head.length >= 2 && head[0] == '#' && head[1] == '!';
  }

  /**
   * The name of the program that reads a script. Busybox is one binary with many programs; its
   * first argument chooses one.
   */
  private static String program(FirstLine line) {
    boolean isBusybox = name(line.interpreter()).equals("busybox") && !line.argument().isEmpty();
    return name(isBusybox ? line.words().get(0) : line.program().orElse(line.interpreter()));
  }

  private static String name(String path) {
    String[] names = path.strip().split("/"); // a DOS line ends in CR
    return names.length == 0 ? path : names[names.length - 1];
  }

  private static boolean isOfShell(FirstLine line) {
    return SHELLS.contains(program(line));
  }

  /**
   * All names that a first line may contain: each word, or part of a word, that could be a path or
   * a name that env(1) searches. A superfluous one costs a lookup; a missing one would leave a
   * program unchecked.
   */
  static final class LineWords {
    /**
     * Precedes the text that env(1) splits; only {@code --split-string} starts with {@code --s}.
     */
    private static final Pattern SPLIT = Pattern.compile("^(-[A-Za-z0-9]*?S|--s[a-z-]*=?)");

    /**
     * Precedes folders that env(1) changes to or searches; if nothing follows, the next word has
     * them.
     */
    private static final Pattern FOLDER =
        Pattern.compile("^(-[A-Za-z0-9]*?[CP]|--c(?:h|hd|hdi|hdir)?(?:=|$))");

    private static final Pattern VARIABLE = Pattern.compile("^[A-Za-z_][A-Za-z0-9_]*=");

    /** Precedes folders in which programs, or parts of them, are searched: PATH, PYTHONPATH. */
    private static final Pattern SEARCHED = Pattern.compile("^[A-Za-z0-9_]*PATH=");

    private static final String BLANK = " \t\r\013\f";

    private static final Pattern BLANKS = Pattern.compile("[" + BLANK + "]+");

    /** The length of an option that is directly followed by its value. */
    private static final int OPTION = 2;

    /**
     * Relative to the folder in which the script runs, or to a searched one. The interpreter is
     * first.
     */
    final Set<Path> programs = new LinkedHashSet<>();

    /**
     * Values of options, which may be files that the interpreter reads; relative to the same
     * folders.
     */
    final Set<Path> values = new LinkedHashSet<>();

    /** Folders that env(1) changes to or searches, and words with a slash, which may be folders. */
    final Set<Path> folders = new LinkedHashSet<>();

    /** Why it may name more, as the end of a sentence about the line; empty if it does not. */
    Optional<String> doubt = Optional.empty();

    LineWords(FirstLine line) {
      addProgram(line.interpreter());
      addProgram(line.argument()); // one word for the kernel
      addWords(List.of(BLANKS.split(line.argument())));
      if (SPLIT.matcher(line.argument()).find()) {
        addSplit(line.argument());
      }
    }

    private void addSplit(String text) {
      List<String> words = new ArrayList<>();
      StringBuilder word = new StringBuilder();
      char quote = 0;
      for (char c : text.toCharArray()) {
        if (c == '\\' || c == '$') {
          doubt =
              Optional.of("has escapes or variables for env -S, which Bullpen does not resolve");
        } else if (quote == 0 && (c == '"' || c == '\'')) {
          quote = c;
        } else if (c == quote) {
          quote = 0;
        } else if (quote == 0 && BLANK.indexOf(c) >= 0) {
          words.add(word.toString());
          word.setLength(0);
        } else {
          word.append(c);
        }
      }
      words.add(word.toString());
      addWords(words);
      if (quote != 0) {
        doubt = Optional.of("has a quote for env -S that does not end");
      }
    }

    private void addWords(List<String> words) {
      boolean isBehindFolder = false;
      for (String word : words) {
        if (word.isEmpty()) {
          continue;
        }
        if (isBehindFolder) {
          addFolders(word);
        }
        addParts(word);
        isBehindFolder = isBeforeFolder(word);
      }
    }

    private static boolean isBeforeFolder(String word) {
      return after(FOLDER, word).filter(String::isEmpty).isPresent()
          || after(SPLIT, word).filter(LineWords::isBeforeFolder).isPresent();
    }

    private void addParts(String word) {
      String value = word.substring(word.indexOf('=') + 1);
      if (VARIABLE.matcher(word).find()) {
        List.of(value.split(":")).forEach(this::addProgram);
        if (SEARCHED.matcher(word).find()) {
          addFolders(value);
        }
      } else if (!word.startsWith("-")) {
        addProgram(word);
      } else {
        after(SPLIT, word).ifPresent(this::addParts);
        after(FOLDER, word).ifPresent(this::addFolders);
        add(values, value);
        add(values, word.substring(Math.min(OPTION, word.length())));
      }
    }

    private static Optional<String> after(Pattern option, String word) {
      Matcher matcher = option.matcher(word);
      return matcher.find() ? Optional.of(word.substring(matcher.end())) : Optional.empty();
    }

    private void addFolders(String paths) {
      add(folders, paths);
      for (String path : paths.split(":")) {
        addProgram(path);
        add(folders, path);
      }
    }

    private void addProgram(String word) {
      add(programs, word);
      if (word.indexOf('/') >= 0) {
        add(folders, word);
      }
    }

    private void add(Set<Path> words, String word) {
      if (word.isEmpty() || word.startsWith("-")) {
        return;
      }
      try {
        words.add(Path.of(fileName(word)));
      } catch (CharacterCodingException | InvalidPathException e) {
        doubt = Optional.of("names a file whose name does not fit the server's locale");
      }
    }

    /** Decodes a name in a first line by the JVM's locale, like all file names. */
    private static String fileName(String latin) throws CharacterCodingException {
      byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
      return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    }
  }
}
