package dev.bullpen.project.resource;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the page of an interface. A link in place of the file is not followed.
 *
 * @param within the page lies in one of these
 */
record UiPage(String uri, Path html, int maxBytes, List<Folder> within)
    implements ResourceRead.Source {
  static final String MIME_TYPE = "text/html;profile=mcp-app";

  @Override
  public byte[] read() throws ResourceException {
    Optional<byte[]> bytes;
    try {
      Path real = html.getParent().toRealPath().resolve(html.getFileName());
      Path root = ContainedFile.root(real, within);
      bytes = ContainedFile.read(root, real, maxBytes);
    } catch (IOException e) {
      throw ResourceException.notFound(uri, "%s: %s".formatted(html, Cause.of(e)));
    }
    return bytes.orElseThrow(
        () -> ResourceException.tooLong(maxBytes, uri, ResourceLimit.UI_VARIABLE));
  }

  @Override
  public String stamp() {
    return FileStamp.of(html);
  }
}
