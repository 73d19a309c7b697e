package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A script and what it belongs to.
 *
 * @param kind what its owner is, in lower case, as messages call it: {@code tool}, {@code prompt}
 * @param owner the name of the owner, fit to be shown
 * @param folder where scripts of the kind lie
 * @param path absolute
 */
public record ProjectScript(String kind, String owner, Folder folder, Path path) {
  /**
   * That it cannot be started.
   *
   * @param what completes a sentence that begins with the owner, for the client
   * @param detail completes one that begins with the owner, for the operator
   */
  UnusableScriptException unusable(String what, String detail) {
    return exception(what, detail, false);
  }

  /**
   * That it is there and must not be started.
   *
   * @param detail completes a sentence that begins with the owner, for the operator
   */
  UnusableScriptException rejected(String detail) {
    return exception("path rejected by policy", detail, true);
  }

  private UnusableScriptException exception(String what, String detail, boolean isRejection) {
    String capital = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
    return new UnusableScriptException(
        "%s '%s' %s".formatted(capital, owner, what),
        "The %s %s %s".formatted(kind, owner, detail),
        isRejection);
  }
}
