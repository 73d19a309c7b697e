package dev.bullpen.server.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * What a folder of classes holds, as one line for each file: its length and its checksum. A full
 * disk, a lost power supply, or somebody who clears up, may leave others, or none. Names do not
 * matter: nobody gives files others, and a locale may have no letters for them.
 */
final class ClassInventory {
  private static final char BETWEEN = ' ';

  private ClassInventory() {}

  /** In an order of their own. */
  static List<String> of(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files(folder)) {
      byte[] content = Files.readAllBytes(file);
      CRC32 checksum = new CRC32();
      checksum.update(content);
      lines.add(Integer.toString(content.length) + BETWEEN + checksum.getValue());
    }
    Collections.sort(lines);
    return lines;
  }

  /**
   * Whether at least the lengths are those of that inventory; nothing is read for that.
   *
   * @throws IOException also if the folder is not there
   */
  static boolean hasLengthsOf(List<String> inventory, Path folder) throws IOException {
    List<String> lengths = new ArrayList<>();
    for (Path file : files(folder)) {
      lengths.add(Long.toString(Files.size(file)));
    }
    Collections.sort(lengths);
    return lengths.equals(
        inventory.stream().map(line -> line.substring(0, line.indexOf(BETWEEN))).sorted().toList());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
