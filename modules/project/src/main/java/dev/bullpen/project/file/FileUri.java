package dev.bullpen.project.file;

import dev.bullpen.json.UriText;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Absolute paths as {@code file} URIs (RFC 8089) and back. */
public final class FileUri {
  private static final String SCHEME = "file:";
  private static final String AUTHORITY = "//";
  private static final String LOCAL = AUTHORITY + "localhost";
  private static final String RELATIVE = SCHEME + AUTHORITY + "./";
  private static final String UNRESERVED_IN_PATH = ".~_/:-";

  private FileUri() {}

  /** A URI with everything escaped except letters, digits and {@code .~_/:-}. */
  public static String of(Path file) {
    return SCHEME + AUTHORITY + escaped(file.toString());
  }

  /** Text as part of a path, with everything escaped except letters, digits and {@code .~_/:-}. */
  public static String escaped(String text) {
    StringBuilder uri = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
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
   * The absolute path of a {@code file} URI of this host: without a host, with {@code localhost},
   * or without slashes for one ({@code file:/path}; RFC 8089, section 2 and appendix B). Empty for
   * every other URI.
   */
  public static Optional<Path> path(String uri) {
    try {
      return escapedPath(uri).flatMap(UriSyntax::decode).map(Path::of);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The path of {@code file://./PATH} in that folder, or outside of it. Empty for other URIs. */
  public static Optional<Path> pathBelow(Path folder, String uri) {
    if (!uri.regionMatches(true, 0, RELATIVE, 0, RELATIVE.length())) {
      return Optional.empty();
    }
    try {
      return UriSyntax.decode(uri.substring(RELATIVE.length()))
          .map(path -> folder.resolve("./" + path).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The same URI with {@code file:///} before its path, if it is one of this host. */
  public static String canonical(String uri) {
    return escapedPath(uri).map(path -> SCHEME + AUTHORITY + path).orElse(uri);
  }

  /**
   * The same text for all URIs of a resource: the URI as shown in lists, with the scheme in lower
   * case (RFC 3986, section 3.1), and a path of this host after {@code file:///}. Only for
   * comparison; also for the text of a template.
   */
  public static String key(String uri) {
    String listed = UriText.of(uri);
    return canonical(UriSyntax.withScheme(UriSyntax.scheme(listed), listed));
  }

  private static Optional<String> escapedPath(String uri) {
    if (!uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String rest = uri.substring(SCHEME.length());
    if (rest.regionMatches(true, 0, LOCAL, 0, LOCAL.length())) {
      rest = rest.substring(LOCAL.length());
    } else if (rest.startsWith(AUTHORITY)) {
      rest = rest.substring(AUTHORITY.length());
    }
    return Optional.of(rest).filter(path -> path.startsWith("/"));
  }
}
