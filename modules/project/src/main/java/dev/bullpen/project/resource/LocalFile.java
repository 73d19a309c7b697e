package dev.bullpen.project.resource;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import java.io.IOException;
import java.util.Optional;

/** Reads a file of the project. */
record LocalFile(ResourceFiles files, ResourceSubject subject, int maxBytes)
    implements ResourceRead.Source {
  @Override
  public byte[] read() throws ResourceException {
    ResourceFiles.Located located = files.locate(subject);
    Optional<byte[]> bytes;
    try {
      bytes = ContainedFile.read(located.root(), located.real(), maxBytes);
    } catch (IOException e) {
      throw ResourceFiles.missing(subject, located.path(), Cause.of(e));
    }
    return bytes.orElseThrow(
        () -> ResourceException.tooLong(maxBytes, subject.uri(), ResourceLimit.VARIABLE));
  }

  @Override
  public String stamp() {
    try {
      return FileStamp.of(files.locate(subject).real());
    } catch (ResourceException e) {
      // It may be there the next time.
      return FileStamp.NONE;
    }
  }
}
