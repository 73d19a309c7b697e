package dev.bullpen.linker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Start of the linker: all jars of the folders given are completed, and our own linked. */
public final class Main {
  /** The names of our modules; what others have made is theirs to compile. */
  private static final String OURS = "dev.bullpen.";

  private Main() {}

  public static void main(String[] folders) throws IOException {
    for (String folder : folders) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        for (Path jar : jars) {
          link(jar);
        }
      }
    }
  }

  /** A jar with nothing to be done stays as it is, to the byte. */
  private static void link(Path path) throws IOException {
    Jar jar = Jar.read(path);
    List<Descriptor> descriptors = Descriptor.of(jar);
    if (descriptors.stream().anyMatch(one -> one.module().startsWith(OURS))) {
      CallSites.link(jar);
    }
    for (Descriptor descriptor : descriptors) {
      descriptor.listPackages(jar);
    }
    jar.writeIfChanged();
  }
}
