package dev.bullpen.project.resource;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the page of an interface. A link in place of the file is not followed. */
record UiPage(String uri, Path html, int maxBytes) implements ResourceRead.Source {
  static final String MIME_TYPE = "text/html;profile=mcp-app";

  @Override
  public byte[] read() throws ResourceException {
    Optional<byte[]> bytes;
    try {
      Path folder = html.getParent().toRealPath();
      bytes = ContainedFile.read(folder, folder.resolve(html.getFileName()), maxBytes);
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
