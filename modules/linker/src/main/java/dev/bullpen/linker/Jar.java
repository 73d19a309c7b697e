package dev.bullpen.linker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A jar in memory, its entries in their order: a manifest is looked for among the first. */
final class Jar {
  /** Of every entry that is written, so that every build makes the same jars. */
  private static final FileTime DATE = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final String CLASS = ".class";

  private final Path path;
  private final Map<String, byte[]> entries;
  private boolean changed;

  private Jar(Path path, Map<String, byte[]> entries) {
    this.path = path;
    this.entries = entries;
  }

  static Jar read(Path path) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(path))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        entries.put(entry.getName(), in.readAllBytes());
      }
    }
    return new Jar(path, entries);
  }

  /** The names of all classes, module descriptors among them, with slashes and a suffix. */
  List<String> classes() {
    return entries.keySet().stream().filter(name -> name.endsWith(CLASS)).toList();
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  byte[] get(String name) {
    return entries.get(name);
  }

  /** In the place of what had that name, else behind all others. */
  void put(String name, byte[] bytes) {
    entries.put(name, bytes);
    changed = true;
  }

  void writeIfChanged() throws IOException {
    if (!changed) {
      return;
    }
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(path))) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setLastModifiedTime(DATE);
        out.putNextEntry(entry);
        out.write(each.getValue());
        out.closeEntry();
      }
    }
  }
}
