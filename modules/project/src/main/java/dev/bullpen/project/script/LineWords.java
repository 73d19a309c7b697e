package dev.bullpen.project.script;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
 * @param doubt why more may be named, as the end of a sentence about the line; empty if not
 */
record LineWords(List<Path> programs, List<Path> values, Optional<String> doubt) {
  /** Before what env(1) takes apart; {@code --s} begins {@code --split-string} alone. */
  private static final Pattern SPLIT = Pattern.compile("^(-[A-Za-z0-9]*?S|--s[a-z-]*=?)");

  /** Before the folder that env(1) changes to. */
  private static final Pattern FOLDER = Pattern.compile("^(-[A-Za-z0-9]*?C|--c[a-z]*=)");

  private static final Pattern VARIABLE = Pattern.compile("^[A-Za-z_][A-Za-z0-9_]*=");

  private static final Pattern BLANKS = Pattern.compile("[ \t]+");

  /** Letters of an option that has its value right behind it. */
  private static final int OPTION = 2;

  static LineWords of(FirstLine line) {
    return new Finder().find(line);
  }

  private static final class Finder {
    private final Set<Path> programs = new LinkedHashSet<>();
    private final Set<Path> values = new LinkedHashSet<>();
    private Optional<String> doubt = Optional.empty();

    LineWords find(FirstLine line) {
      add(programs, line.interpreter());
      add(programs, line.argument()); // one word to the kernel
      for (String word : BLANKS.split(line.argument())) {
        addParts(word);
      }
      if (SPLIT.matcher(line.argument()).find()) {
        addSplit(line.argument());
      }
      return new LineWords(List.copyOf(programs), List.copyOf(values), doubt);
    }

    /** Add the words of a text that {@code env -S} takes apart. */
    private void addSplit(String text) {
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
        } else if (quote == 0 && (c == ' ' || c == '\t')) {
          addParts(word.toString());
          word.setLength(0);
        } else {
          word.append(c);
        }
      }
      addParts(word.toString());
      if (quote != 0) {
        doubt = Optional.of("has a quote for env -S that does not end");
      }
    }

    private void addParts(String word) {
      String value = word.substring(word.indexOf('=') + 1);
      if (VARIABLE.matcher(word).find()) {
        List.of(value.split(":")).forEach(part -> add(programs, part));
      } else if (!word.startsWith("-")) {
        add(programs, word);
      } else {
        addOption(SPLIT, word);
        addOption(FOLDER, word);
        add(values, value);
        add(values, word.substring(Math.min(OPTION, word.length())));
      }
    }

    private void addOption(Pattern option, String word) {
      Matcher matcher = option.matcher(word);
      if (matcher.find()) {
        add(programs, word.substring(matcher.end()));
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
