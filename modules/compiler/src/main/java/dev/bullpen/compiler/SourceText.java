package dev.bullpen.compiler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/**
 * The source, held in memory. Its class may have any name, public or not, as with {@code java
 * FILE.java}: a file {@code tool.java} may hold {@code class Weather}.
 */
final class SourceText extends SimpleJavaFileObject {
  /** The source is wrong. The message says where and how, without a path. */
  static final class SourceException extends Exception {
    SourceException(String message) {
      super(message);
    }
  }

  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** At the beginning of a line, where comments and text blocks seldom have it. */
  private static final Pattern MODULE =
      Pattern.compile(
          "^(open\\s+)?module\\s+[\\p{L}_][\\p{L}\\w.]*\\s*\\{\\s*(}|requires|exports|opens|uses|provides)",
          Pattern.MULTILINE);

  /** More are not shown: an author who corrects these compiles again anyway. */
  private static final int MOST_SHOWN = 20;

  /** The compiler reports at most so many. */
  private static final int MOST_REPORTED = 100;

  /** A line of generated code may have any length. */
  private static final int LINE_CHARACTERS = 300;

  private final String file;
  private final String text;

  private SourceText(Path path, String text) {
    super(path.toUri(), Kind.SOURCE);
    this.file = path.getFileName().toString();
    this.text = text;
  }

  static SourceText read(Path path) throws IOException, SourceException {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder() // reports what is malformed
              .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
              .toString();
      if (MODULE.matcher(text).find()) {
        throw new SourceException(
            path.getFileName() + ": it declares a module. A provider is a class, in none.");
      }
      return new SourceText(path, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new SourceException(
          path.getFileName() + ": it is not UTF-8 text. Save it in that encoding.");
    }
  }

  String file() {
    return file;
  }

  /** {@code FILE:LINE: MESSAGE}, the line, and a mark below the place; the errors only. */
  String complaints(List<Diagnostic<? extends JavaFileObject>> all) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        all.stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR).toList();
    StringBuilder said = new StringBuilder();
    for (Diagnostic<? extends JavaFileObject> error :
        errors.subList(0, Math.min(MOST_SHOWN, errors.size()))) {
      said.append(said.isEmpty() ? "" : "\n").append(one(error));
    }
    if (errors.size() > MOST_SHOWN) {
      said.append("\n").append(file).append(": and ");
      said.append(errors.size() < MOST_REPORTED ? "" : "at least ");
      said.append(errors.size() - MOST_SHOWN).append(" more errors");
    }
    return said.isEmpty() ? file + ": it does not compile" : said.toString();
  }

  private String one(Diagnostic<?> error) {
    String message = error.getMessage(Locale.ENGLISH).stripTrailing();
    if (error.getSource() != this || error.getLineNumber() == Diagnostic.NOPOS) {
      return file + ": " + message;
    }
    String[] parts = message.split("\n", 2);
    // Not formatted: a locale may have digits of its own.
    String complaint = file + ":" + error.getLineNumber() + ": " + parts[0];
    String details = parts.length > 1 ? "\n" + parts[1] : "";
    return complaint + place(error) + details;
  }

  /** The line and the mark, as lines of their own; nothing where that would not help. */
  private String place(Diagnostic<?> error) {
    String line = text.lines().skip(error.getLineNumber() - 1).findFirst().orElse("");
    return line.isBlank() || line.length() > LINE_CHARACTERS
        ? ""
        : "\n%s\n%s^".formatted(line, margin(line, error.getPosition()));
  }

  /** Spaces, as wide as the text before the place, tabs included. */
  private String margin(String line, long position) {
    String before = text.substring(0, (int) position);
    int column = before.length() - 1 - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    return line.substring(0, Math.min(column, line.length())).replaceAll("[^\t]", " ");
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }

  @Override
  public boolean isNameCompatible(String simpleName, Kind kind) {
    return true;
  }
}
