package dev.bullpen.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Where the values and the members of a JSON document stand in its text. */
final class JsonSpans {
  /**
   * From where to where.
   *
   * @param isMember whether it is a name with its value, and not a value alone
   */
  record Span(int from, int to, boolean isMember) {
    String of(String text) {
      return text.substring(from, to);
    }
  }

  private final String text;
  private final List<Span> spans = new ArrayList<>();
  private int at;

  private JsonSpans(String text) {
    this.text = text;
  }

  /**
   * All of them, inner ones before those that hold them; the last is the whole document.
   *
   * @throws IndexOutOfBoundsException if the text is no document; not every such text is found out
   */
  static List<Span> of(String text) {
    JsonSpans spans = new JsonSpans(text);
    spans.value();
    return spans.spans;
  }

  private void value() {
    blanks();
    int from = at;
    switch (text.charAt(at)) {
      case '{' -> container('}', true);
      case '[' -> container(']', false);
      case '"' -> string();
      default -> word();
    }
    spans.add(new Span(from, at, false));
  }

  private void word() {
    int from = at;
    while (at < text.length() && ",]}: \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == from) {
      throw notWellFormed(); // nor would this ever end
    }
  }

  private static IndexOutOfBoundsException notWellFormed() {
    return new IndexOutOfBoundsException("no JSON document");
  }

  private void container(char end, boolean hasNames) {
    at++;
    for (blanks(); text.charAt(at) != end; blanks()) {
      if (text.charAt(at) == ',') {
        at++;
      } else if (hasNames) {
        member();
      } else {
        value();
      }
    }
    at++;
  }

  private void member() {
    int from = at;
    string();
    blanks();
    at++; // the colon
    value();
    spans.add(new Span(from, at, true));
  }

  private void string() {
    if (text.charAt(at) != '"') {
      throw notWellFormed();
    }
    at++;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
