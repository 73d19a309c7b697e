package dev.bullpen.server.program;

import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.RegularFile;
import dev.bullpen.project.script.Library;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One state of a program's files.
 *
 * @param program the source or jar
 * @param libraries the jars beside it
 * @param stamp of the source or jar
 * @param content the source; of a jar, its stamp, as nobody wants to read all of it
 * @param key where its classes are kept
 */
record ProgramVersion(
    Path program, List<Library> libraries, String stamp, byte[] content, String key) {
  /** Nobody has written a longer source by hand. */
  static final int SOURCE_BYTES = 1024 * 1024;

  /** The stamp is taken first: if the file changes in between, the next look finds another. */
  static ProgramVersion of(ProgramRequest request, List<Library> libraries, String compiler)
      throws IOException {
    Path program = request.path();
    String stamp = FileStamp.ofTarget(program);
    byte[] content =
        request.isSource()
            ? source(program)
            : "%s %s".formatted(program, stamp).getBytes(StandardCharsets.UTF_8);
    String key = ProgramKey.of(request.file(), content, libraries, compiler);
    return new ProgramVersion(program, libraries, stamp, content, key);
  }

  private static byte[] source(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new IOException("not a regular file");
    }
    try (InputStream in = Channels.newInputStream(RegularFile.open(path))) {
      byte[] bytes = in.readNBytes(SOURCE_BYTES + 1);
      if (bytes.length > SOURCE_BYTES) {
        throw new IOException("longer than %d bytes".formatted(SOURCE_BYTES));
      }
      return bytes;
    }
  }

  String file() {
    return program.getFileName().toString();
  }

  boolean isSource() {
    return ProgramRequest.isSource(file());
  }

  List<Path> jars() {
    return libraries.stream().map(Library::path).toList();
  }

  /**
   * To run it with: the classes first; of a jar there are none, but the folder's name makes each
   * version's class path another one, which is how helpers tell them apart.
   */
  List<String> classPath(ClassFolder folder) throws IOException {
    List<String> classPath = new ArrayList<>();
    classPath.add(folder.classes().toString());
    if (!isSource()) {
      classPath.add(program.toRealPath().toString());
    }
    for (Path jar : jars()) {
      if (!classPath.contains(jar.toString())) {
        classPath.add(jar.toString());
      }
    }
    return List.copyOf(classPath);
  }
}
