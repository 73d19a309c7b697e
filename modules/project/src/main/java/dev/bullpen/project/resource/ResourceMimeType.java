package dev.bullpen.project.resource;

import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What kind of content a resource is said to have. */
final class ResourceMimeType {
  /** What mcp-bash says of a resource that nothing is known about. */
  static final String DEFAULT = "text/plain";

  private ResourceMimeType() {}

  /** What the metadata declares, else what the name of the file or the URI tells, else text. */
  static String of(ObjectNode metadata, String path, String uri, Consumer<String> problems) {
    Optional<String> declared = Members.text(metadata, "mimeType");
    if (declared.isPresent()) {
      return declared.get();
    }
    if (Members.value(metadata, "mimeType").isPresent()) {
      problems.accept(
          "\"mimeType\" is ignored: it is not a string with something in it. Correct it.");
    }
    String byName = MimeType.ofFile(path.isEmpty() ? lastSegment(uri) : FoundFile.fileName(path));
    return byName.equals(MimeType.UNKNOWN) ? DEFAULT : byName;
  }

  /** The last part of the path of a URI, which a host is no part of; may be empty. */
  private static String lastSegment(String uri) {
    String path = uri.substring(uri.indexOf(':') + 1);
    if (path.startsWith("//")) {
      int host = path.indexOf('/', 2);
      path = host < 0 ? "" : path.substring(host);
    }
    int query = path.indexOf('?');
    return FoundFile.fileName(query < 0 ? path : path.substring(0, query));
  }
}
