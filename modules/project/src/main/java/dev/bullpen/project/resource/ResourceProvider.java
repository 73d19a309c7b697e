package dev.bullpen.project.resource;

import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.uri.UriSyntax;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which provider reads a URI.
 *
 * <p>A program in Java reads what it is described as, and is called as its file is: its metadata
 * names no other provider, and no {@code file:} URI, which would be the file itself.
 */
final class ResourceProvider {
  static final String FILE = "file";
  private static final String GIT = "git";
  private static final String HTTPS = "https";

  /** Those that are there without any file, so that none is meant by their names. */
  private static final Set<String> BUILT_IN = Set.of(FILE, GIT, HTTPS, "echo", "ui");

  private ResourceProvider() {}

  /**
   * For a discovered resource: its metadata's word, else by scheme, else {@code file}.
   *
   * @param path of the file it is described by; may be empty
   */
  static String discovered(ObjectNode metadata, String uri, String path) {
    return program(metadata, uri, path)
        .or(() -> Members.text(metadata, "provider"))
        .orElseGet(
            () ->
                switch (UriSyntax.scheme(uri)) {
                  case HTTPS -> HTTPS;
                  case "git+https" -> GIT;
                  default -> FILE;
                });
  }

  /**
   * For a registered resource: its entry's word, else the scheme itself.
   *
   * @param path of the file the entry names; may be empty
   */
  static String registered(ObjectNode entry, String uri, String path) {
    return program(entry, uri, path)
        .or(() -> Members.text(entry, "provider"))
        .orElseGet(() -> scheme(uri));
  }

  /**
   * The scheme of a URI that is not {@code file:} and read as a file only because nothing else is
   * said about it.
   */
  static Optional<String> ofScheme(ObjectNode metadata, String provider, String uri) {
    String scheme = UriSyntax.scheme(uri);
    return provider.equals(FILE)
            && !scheme.equals(FILE)
            && Members.text(metadata, "provider").isEmpty()
        ? Optional.of(scheme)
        : Optional.empty();
  }

  /** Whether a provider is the very file a resource is described by. */
  static boolean isProgram(String provider, String path) {
    return JavaProgram.is(path) && FoundFile.fileName(path).equals(provider);
  }

  private static Optional<String> program(ObjectNode metadata, String uri, String path) {
    if (!JavaProgram.is(path)) {
      return Optional.empty();
    }
    String fileName = FoundFile.fileName(path);
    String named = Members.text(metadata, "provider").orElse("");
    boolean isMeant =
        named.isEmpty()
            ? !UriSyntax.scheme(uri).equals(FILE)
            : FoundFile.stem(fileName).equals(named) && !BUILT_IN.contains(named)
                || fileName.equals(named);
    return isMeant ? Optional.of(fileName) : Optional.empty();
  }

  private static String scheme(String uri) {
    int end = uri.indexOf(':');
    String scheme = end <= 0 ? FILE : uri.substring(0, end);
    String lower = UriSyntax.scheme(uri);
    return lower.equals("git+https") ? GIT : BUILT_IN.contains(lower) ? lower : scheme;
  }
}
