package dev.bullpen.server.program;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.script.Libraries.Library;
import dev.bullpen.server.program.ClassCache.ClassFolder;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One state of a program's files.
 *
 * @param program the source or jar
 * @param libraries the project's jars
 * @param stamp of the source or jar
 * @param content the source; for a jar, which may be large, its stamp
 * @param key where its classes are kept: a hash of all that might change them
 */
record ProgramVersion(
    Path program, List<Library> libraries, String stamp, byte[] content, String key) {
  /** No source that a person writes is longer. */
  static final int SOURCE_BYTES = 1024 * 1024;

  /**
   * The stamp is taken first. If the file changes in between, the next check finds another stamp.
   */
  static ProgramVersion of(String program, List<Library> libraries, String compiler)
      throws IOException {
    Path path = Path.of(program);
    String stamp = FileStatus.stampBehindLinks(path);
    byte[] content =
        JavaProgram.isSource(program)
            ? source(path)
            : "%s %s".formatted(program, stamp).getBytes(StandardCharsets.UTF_8);
    String key = key(path.getFileName().toString(), content, libraries, compiler);
    return new ProgramVersion(path, libraries, stamp, content, key);
  }

  private static byte[] source(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new IOException("not a regular file");
    }
    try (InputStream in = Channels.newInputStream(ContainedFile.open(path))) {
      byte[] bytes = in.readNBytes(SOURCE_BYTES + 1);
      if (bytes.length > SOURCE_BYTES) {
        throw new IOException("longer than %d bytes".formatted(SOURCE_BYTES));
      }
      return bytes;
    }
  }

  /** Each part goes in with its length, so that no two parts can be mixed up. */
  private static String key(String name, byte[] content, List<Library> libraries, String compiler)
      throws IOException {
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(parts);
    out.writeUTF(name);
    out.writeInt(content.length);
    out.write(content);
    out.writeUTF(compiler);
    for (Library library : libraries) {
      out.writeUTF(library.path().toString());
      out.writeUTF(library.stamp());
    }
    return Fingerprint.sha256(parts.toByteArray());
  }

  String file() {
    return program.getFileName().toString();
  }

  boolean isSource() {
    return JavaProgram.isSource(file());
  }

  List<Path> jars() {
    return libraries.stream().map(Library::path).toList();
  }

  /**
   * The class path to run it with: the classes first. A jar has no classes there, but the folder's
   * name gives each version another class path, by which helpers distinguish them.
   */
  List<String> classPath(ClassFolder folder) throws IOException {
    Set<String> classPath = new LinkedHashSet<>();
    classPath.add(folder.classes().toString());
    if (!isSource()) {
      classPath.add(program.toRealPath().toString());
    }
    jars().forEach(jar -> classPath.add(jar.toString()));
    return List.copyOf(classPath);
  }
}
