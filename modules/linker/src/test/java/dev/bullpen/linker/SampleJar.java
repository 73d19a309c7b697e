package dev.bullpen.linker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

/** A jar as javac and Maven leave one. */
final class SampleJar {
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private SampleJar() {}

  /** With a class and all that it encloses. */
  static SampleJar of(Class<?> sample) throws IOException {
    SampleJar jar = new SampleJar();
    Path classes = Path.of(sample.getResource(sample.getSimpleName() + ".class").getPath());
    try (Stream<Path> files = Files.list(classes.getParent())) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.matches(sample.getSimpleName() + "(\\$.*)?\\.class")) {
          String folder = sample.getPackageName().replace('.', '/');
          jar.entries.put(folder + "/" + name, Files.readAllBytes(file));
        }
      }
    }
    return jar;
  }

  SampleJar with(String entry, byte[] bytes) {
    entries.put(entry, bytes);
    return this;
  }

  /** A module descriptor that lists only the packages given; with none it has no list. */
  static byte[] descriptor(String module, String... packages) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_MODULE, "module-info", null, null, null);
    ModuleVisitor visitor = writer.visitModule(module, 0, null);
    visitor.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
    for (String name : packages) {
      visitor.visitPackage(name);
    }
    visitor.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  Path in(Path folder) throws IOException {
    Path jar = Files.createTempFile(folder, "sample", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        JarEntry entry = new JarEntry(each.getKey());
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(each.getValue());
        out.closeEntry();
      }
    }
    return jar;
  }
}
