package dev.bullpen.acceptance.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page in Markdown: its blocks that begin with {@code ```sh}, in order. A comment
 * {@code <!-- not run: REASON -->} before a block says why a test cannot run it.
 *
 * @param name for messages
 */
record DocumentedPage(String name, List<Block> blocks) {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)(?:^<!-- not run:?([^>]*?)-->\\n)?^```sh\\n(.*?)^```$");

  /** What no test may do to the machine that it runs on. */
  private static final Pattern CHANGES_MACHINE =
      Pattern.compile(
          "\\b(sudo|apt|systemctl|podman|docker|kubectl)\\b|\\s/(etc|opt|usr|srv|run)/");

  /**
   * Some lines of shell.
   *
   * @param line of the page on which the first one is
   * @param reason why they are not run; empty if they are
   */
  record Block(int line, String text, String reason) {
    boolean isRun() {
      return reason.isEmpty();
    }
  }

  static DocumentedPage read(String name, Path file) throws IOException {
    return of(name, Files.readString(file));
  }

  static DocumentedPage of(String name, String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(text);
    while (found.find()) {
      int line = 1 + (int) text.substring(0, found.start(2)).lines().count();
      boolean isMarked = found.group(1) != null;
      String reason = isMarked ? found.group(1).strip() : "";
      if (isMarked && reason.isEmpty()) {
        throw new IllegalArgumentException(
            "%s, line %d: the marker gives no reason. Write <!-- not run: REASON -->."
                .formatted(name, line));
      }
      blocks.add(new Block(line, found.group(2), reason));
    }
    return new DocumentedPage(name, blocks);
  }

  /**
   * One script of all that can be run: it ends at the first command that fails, and its last line
   * says where that is.
   */
  String script() {
    StringBuilder script = new StringBuilder("set -e\n");
    script.append(
        "trap '_code=$?; [ $_code = 0 ] || echo \"%s, line $_line: exit code $_code\"' EXIT\n"
            .formatted(name));
    for (Block block : blocks) {
      if (block.isRun()) {
        if (CHANGES_MACHINE.matcher(block.text).find()) {
          throw new IllegalArgumentException(
              "%s, line %d: this would change the machine. Write <!-- not run: REASON --> before it."
                  .formatted(name, block.line));
        }
        script.append("_line=").append(block.line).append('\n').append(block.text);
      }
    }
    return script.toString();
  }
}
