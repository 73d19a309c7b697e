package dev.bullpen.helper.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;

/** What a job is told, in the variables that a script would be given. */
final class Told {
  private final Map<String, String> variables;

  Told(Map<String, String> variables) {
    this.variables = Collections.unmodifiableMap(variables);
  }

  Map<String, String> variables() {
    return variables;
  }

  /** A text; "" if it is not told. */
  String text(String name) {
    return variables.getOrDefault(name, "");
  }

  boolean has(String name) {
    return !text(name).isEmpty();
  }

  /** A count from 0, or another if none is told. */
  int count(String name, int otherwise) {
    String digits = text(name);
    try {
      return digits.isEmpty() ? otherwise : Math.max(0, Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      return otherwise; // as good as not told
    }
  }

  /**
   * The object in {@code NAME_JSON}, or in the file that {@code NAME_FILE} names if that is empty;
   * an empty one if neither is told.
   *
   * @throws ScriptExit if it is not JSON, or cannot be read
   */
  Map<String, Object> object(String name) throws ScriptExit {
    return JsonIn.object(json(name));
  }

  /** Any value; null if none is told. */
  Object json(String name) throws ScriptExit {
    String variable = name + "_JSON";
    String text = text(variable);
    if (text.isEmpty()) {
      variable = name + "_FILE";
      if (!has(variable)) {
        return null;
      }
      text = content(variable);
    }
    try {
      return JsonIn.read(text);
    } catch (NotJsonException e) {
      throw new ScriptExit("%s is not JSON: %s".formatted(variable, e.getMessage()));
    }
  }

  private String content(String variable) throws ScriptExit {
    try {
      return Files.readString(Path.of(text(variable)));
    } catch (IOException e) {
      throw new ScriptExit("the file of %s cannot be read: %s".formatted(variable, e));
    }
  }
}
