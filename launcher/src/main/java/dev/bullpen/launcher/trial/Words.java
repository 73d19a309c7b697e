package dev.bullpen.launcher.trial;

import java.util.List;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;

/**
 * Splits a line into words, with quotes and backslashes as in a shell. A line that begins with
 * {@code #} is a comment.
 */
final class Words {
  private Words() {}

  static Parser parser() {
    return new DefaultParser().eofOnUnclosedQuote(true);
  }

  static List<String> of(Parser parser, String line) {
    String words = line.strip();
    return words.isEmpty() || words.startsWith("#")
        ? List.of()
        : List.copyOf(parser.parse(words, words.length(), Parser.ParseContext.ACCEPT_LINE).words());
  }
}
