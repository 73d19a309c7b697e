package dev.bullpen.project.file;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a shell would have replaced in a path, had one read it: configuration files have none. */
public final class Unexpanded {
  private static final Pattern SIGN = Pattern.compile("^~[^/]*|\\$\\{[^}/]*\\}|\\$\\w+");

  private Unexpanded() {}

  /** A sentence that says what to write instead; empty if nothing in it was to be replaced. */
  public static Optional<String> hint(String path) {
    Matcher sign = SIGN.matcher(path);
    return sign.find()
        ? Optional.of(
            "\"%s\" is not expanded here; write the whole path."
                .formatted(EscapedBytes.of(sign.group())))
        : Optional.empty();
  }
}
