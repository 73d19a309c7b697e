package dev.bullpen.compiler;

import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** What the compiler has against a source, as text for its author. */
final class Complaints {
  /** Whoever mends these compiles again anyway. */
  static final int MOST = 20;

  /** The compiler keeps all after these to itself. */
  private static final int MOST_TOLD = 100;

  /** A line of generated code may have any length. */
  private static final int LINE_CHARACTERS = 300;

  private Complaints() {}

  /** {@code FILE:LINE: MESSAGE}, the line, and a mark below the place; the errors only. */
  static String of(List<Diagnostic<? extends JavaFileObject>> all, SourceText source) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        all.stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR).toList();
    StringBuilder text = new StringBuilder();
    for (Diagnostic<? extends JavaFileObject> error :
        errors.subList(0, Math.min(MOST, errors.size()))) {
      text.append(text.isEmpty() ? "" : "\n").append(one(error, source));
    }
    if (errors.size() > MOST) {
      text.append("\n").append(source.file()).append(": and ");
      text.append(errors.size() < MOST_TOLD ? "" : "at least ");
      text.append(errors.size() - MOST).append(" more errors");
    }
    return text.isEmpty() ? source.file() + ": it does not compile" : text.toString();
  }

  private static String one(Diagnostic<?> error, SourceText source) {
    String message = error.getMessage(Locale.ENGLISH).stripTrailing();
    if (error.getSource() != source || error.getLineNumber() == Diagnostic.NOPOS) {
      return source.file() + ": " + message;
    }
    String[] parts = message.split("\n", 2);
    // Not formatted: a locale may have digits of its own.
    String complaint = source.file() + ":" + error.getLineNumber() + ": " + parts[0];
    String details = parts.length > 1 ? "\n" + parts[1] : "";
    return complaint + place(error, source) + details;
  }

  /** The line and the mark, as lines of their own; nothing where that would not help. */
  private static String place(Diagnostic<?> error, SourceText source) {
    String line = source.line(error.getLineNumber());
    return line.isBlank() || line.length() > LINE_CHARACTERS
        ? ""
        : "\n%s\n%s^".formatted(line, margin(line, error.getPosition(), source));
  }

  /** As wide as what comes before the place, tabs included. */
  private static String margin(String line, long position, SourceText source) {
    String before = source.getCharContent(true).subSequence(0, (int) position).toString();
    int column = before.length() - 1 - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    return line.substring(0, Math.min(column, line.length())).replaceAll("[^\t]", " ");
  }
}
