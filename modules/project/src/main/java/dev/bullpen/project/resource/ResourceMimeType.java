package dev.bullpen.project.resource;

import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.uri.UriSyntax;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** What kind of content a resource is said to have. */
final class ResourceMimeType {
  /** What mcp-bash says of a resource that nothing is known about. */
  static final String DEFAULT = "text/plain";

  private static final String KEY = "mimeType";
  private static final String GIT = "git+https";

  private ResourceMimeType() {}

  /** What the metadata declares, else what the name of the file tells, else the URI, else text. */
  static String of(ObjectNode metadata, String path, String uri, Consumer<String> problems) {
    return declared(metadata, problems)
        .or(() -> byName(FoundFile.fileName(path)))
        .or(() -> byName(fileName(uri)))
        .orElse(DEFAULT);
  }

  /**
   * The same of what is read from a file: as it is when it is read, the name of the file tells,
   * else that of the URI, else how the file begins.
   *
   * @param file what is read; empty if nothing is
   * @param mayBeOpened whether something may be told of what is in the file
   */
  static String ofFile(
      ObjectNode metadata,
      Optional<Path> file,
      String uri,
      Predicate<Path> mayBeOpened,
      Consumer<String> problems) {
    return declared(metadata, problems)
        .or(() -> file.flatMap(path -> byName(FoundFile.fileName(path.toString()))))
        .or(() -> byName(fileName(uri)))
        .or(() -> file.filter(mayBeOpened).map(ResourceMimeType::byHead))
        .orElse(DEFAULT);
  }

  private static Optional<String> declared(ObjectNode metadata, Consumer<String> problems) {
    Optional<String> declared = Members.text(metadata, KEY);
    if (declared.isEmpty() && Members.value(metadata, KEY).isPresent()) {
      problems.accept(
          "\"mimeType\" is ignored: it is not a string with something in it. Correct it.");
    }
    return declared;
  }

  private static Optional<String> byName(String fileName) {
    return Optional.of(MimeType.ofFile(fileName)).filter(type -> !type.equals(MimeType.UNKNOWN));
  }

  private static String byHead(Path file) {
    return ResourceContent.detectedByHead(
        FoundFile.fileName(file.toString()), SmallFile.head(file, ResourceContent.PROBE));
  }

  /**
   * The name of the file that a URI names, which may be empty: the last part of its path. A host is
   * no part of that, and of a git repository the path is in the fragment.
   */
  static String fileName(String uri) {
    String[] parts = uri.split("#", 2);
    if (parts.length == 2 && UriSyntax.scheme(uri).equals(GIT)) {
      return FoundFile.fileName(parts[1]);
    }
    String path = parts[0].substring(parts[0].indexOf(':') + 1).split("\\?", 2)[0];
    if (path.startsWith("//")) {
      int host = path.indexOf('/', 2);
      path = host < 0 ? "" : path.substring(host);
    }
    return FoundFile.fileName(path);
  }
}
