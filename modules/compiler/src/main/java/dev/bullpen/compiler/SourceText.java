package dev.bullpen.compiler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.SimpleJavaFileObject;

/**
 * The source, held in memory. Its class may have any name, public or not, as with {@code java
 * FILE.java}: what a project calls {@code tool.java} is {@code class Weather} to its author.
 */
final class SourceText extends SimpleJavaFileObject {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** At the beginning of a line; comments and texts of many lines seldom look so. */
  private static final Pattern MODULE =
      Pattern.compile(
          "^(open\\s+)?module\\s+[\\p{L}_][\\p{L}\\w.]*\\s*\\{\\s*(}|requires|exports|opens|uses|provides)",
          Pattern.MULTILINE);

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

  /** Its name, without the folder. */
  String file() {
    return file;
  }

  /**
   * A line of it; empty if there is none.
   *
   * @param number from 1
   */
  String line(long number) {
    List<String> lines = text.lines().skip(Math.max(0, number - 1)).limit(1).toList();
    return number < 1 || lines.isEmpty() ? "" : lines.get(0);
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
