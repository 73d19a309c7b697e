package dev.bullpen.project;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/** Absolute paths as {@code file} URIs (RFC 8089) and back. */
final class FileUri {
  private static final String SCHEME = "file://";
  private static final String LOCAL = "localhost";
  private static final String UNRESERVED_IN_PATH = ".~_/:-";

  private FileUri() {}

  /** A URI with everything escaped but letters, digits and {@code .~_/:-}. */
  static String of(Path file) {
    StringBuilder uri = new StringBuilder(SCHEME);
    for (byte b : file.toString().getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || UNRESERVED_IN_PATH.indexOf(c) >= 0;
      uri.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return uri.toString();
  }

  /**
   * The absolute path of a URI without a host, or with the host {@code localhost}; empty for every
   * other.
   */
  static Optional<Path> path(String uri) {
    if (!uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String rest = uri.substring(SCHEME.length());
    if (rest.regionMatches(true, 0, LOCAL, 0, LOCAL.length())) {
      rest = rest.substring(LOCAL.length());
    }
    if (!rest.startsWith("/")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(decoded(rest)));
    } catch (IllegalArgumentException e) {
      // A broken escape, or a character no path can hold.
      return Optional.empty();
    }
  }

  private static String decoded(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c == '%') {
        if (i + 3 > escaped.length()) {
          throw new InvalidPathException(escaped, "broken escape", i);
        }
        bytes.write(HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else if (c < 0x80) {
        bytes.write(c);
      } else {
        int codePoint = escaped.codePointAt(i);
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(codePoint) - 1;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
