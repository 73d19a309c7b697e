package dev.bullpen.server.program;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compiler's complaints about a source.
 *
 * @param file the source's name, with which each complaint begins
 * @param text for each error {@code FILE:LINE: MESSAGE}, the line and a mark below it; no paths
 */
record Complaint(String file, String text) {
  /** The compiler's last line, if it leaves some complaints out. */
  private static final Pattern REST = Pattern.compile(": and (at least |)([0-9]+) more errors");

  /**
   * Without the paths of the compiler's input, as it names jars that it cannot read.
   *
   * @param given folders and jars
   */
  static Complaint of(String file, String said, List<Path> given) {
    String text = said;
    for (Path path : given) {
      text = text.replace(path.toString(), path.getFileName().toString());
    }
    return new Complaint(file, text);
  }

  /** Whether it is a complaint at all, and not of a JVM that failed to start. */
  boolean isOne() {
    return text.startsWith(file + ":");
  }

  /** Whether a line is wrong. Otherwise the whole lacks something, such as a provider. */
  boolean isOfALine() {
    return first().matches(":[0-9]+: .*");
  }

  /**
   * The first message, and how many more there are: {@code x.java does not compile: line 3: …}, or
   * {@code x.java: no class in it is …}.
   */
  String sentence() {
    return (isOfALine() ? "%s does not compile: line %s%s" : "%s: %s%s")
        .formatted(file, first().substring(1).strip(), more());
  }

  /** The first message in the form that editors recognise: {@code /folder/x.java:3: …}. */
  String located(Path source) {
    return source + first() + more();
  }

  private String first() {
    return text.lines().findFirst().orElse("").substring(file.length());
  }

  private String more() {
    List<String> all = text.lines().filter(line -> line.startsWith(file + ":")).toList();
    int others = all.size() - 1;
    Matcher rest = REST.matcher(all.get(others).substring(file.length()));
    if (rest.matches()) {
      others += Integer.parseInt(rest.group(2)) - 1;
      return " (and %s%d more)".formatted(rest.group(1), others);
    }
    return others == 0 ? "" : " (and %d more)".formatted(others);
  }
}
