package dev.bullpen.project.script;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a first line may name: every word and part of a word that could be a path, or a name that
 * env(1) looks for. More are found than the system would use, which costs a look at a file; fewer
 * would leave a program unchecked.
 *
 * @param programs the interpreter first; absolute, or relative to the folder that the script runs
 *     in, or to one that is searched
 * @param values of options, which may be files that the interpreter reads; relative to the same
 * @param folders that env(1) changes to or searches, and what has a slash, which may be one
 * @param doubt why more may be named, as the end of a sentence about the line; empty if not
 */
record LineWords(
    List<Path> programs, List<Path> values, List<Path> folders, Optional<String> doubt) {
  /** Before what env(1) takes apart; {@code --s} begins {@code --split-string} alone. */
  private static final Pattern SPLIT = Pattern.compile("^(-[A-Za-z0-9]*?S|--s[a-z-]*=?)");

  /** Before folders that env(1) changes to or searches; without more, the next word is these. */
  private static final Pattern FOLDER =
      Pattern.compile("^(-[A-Za-z0-9]*?[CP]|--c(?:h|hd|hdi|hdir)?(?:=|$))");

  private static final Pattern VARIABLE = Pattern.compile("^[A-Za-z_][A-Za-z0-9_]*=");

  /** Before folders that programs, or parts of them, are searched in: PATH, PYTHONPATH. */
  private static final Pattern SEARCHED = Pattern.compile("^[A-Za-z0-9_]*PATH=");

  /** Between the words of {@code env -S}. */
  private static final String BLANK = " \t\r\013\f";

  private static final Pattern BLANKS = Pattern.compile("[" + BLANK + "]+");

  /** Letters of an option that has its value right behind it. */
  private static final int OPTION = 2;

  static LineWords of(FirstLine line) {
    return new Finder().find(line);
  }

  private static final class Finder {
    private final Set<Path> programs = new LinkedHashSet<>();
    private final Set<Path> values = new LinkedHashSet<>();
    private final Set<Path> folders = new LinkedHashSet<>();
    private Optional<String> doubt = Optional.empty();

    LineWords find(FirstLine line) {
      addProgram(line.interpreter());
      addProgram(line.argument()); // one word to the kernel
      addWords(List.of(BLANKS.split(line.argument())));
      if (SPLIT.matcher(line.argument()).find()) {
        addSplit(line.argument());
      }
      return new LineWords(List.copyOf(programs), List.copyOf(values), List.copyOf(folders), doubt);
    }

    /** Add the words of a text that {@code env -S} takes apart. */
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
          || after(SPLIT, word).filter(Finder::isBeforeFolder).isPresent();
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

    /** Add one folder, or several with colons between them. */
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
  }

  /** A first line has the bytes of a name, which the JVM reads by its locale. */
  private static String fileName(String latin) throws CharacterCodingException {
    byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
    return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes))
        .toString();
  }
}
