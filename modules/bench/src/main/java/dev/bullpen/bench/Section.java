package dev.bullpen.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a document that a program writes, between two lines that stay there. */
public final class Section {
  private Section() {}

  /**
   * Replace what is between the lines {@code <!-- name -->} and {@code <!-- /name -->}, and nothing
   * else.
   *
   * @param text whole lines
   */
  public static void replace(Path document, String name, String text) throws IOException {
    String begin = "<!-- " + name + " -->";
    String end = "<!-- /" + name + " -->";
    String old = Files.readString(document);
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IOException("%s lacks a line %s and a line %s".formatted(document, begin, end));
    }
    Files.writeString(document, old.substring(0, from) + begin + "\n" + text + old.substring(to));
  }
}
