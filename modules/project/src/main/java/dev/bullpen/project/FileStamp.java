package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.TreeMap;

/** What tells one state of a file from another without reading it. */
public final class FileStamp {
  /** Of a file that cannot be read, whatever the reason. */
  public static final String NONE = "none";

  /** The time of the last change of status counts too: contents can keep their time, not this. */
  private static final String ATTRIBUTES = "unix:dev,ino,size,ctime,lastModifiedTime";

  private FileStamp() {}

  /** Of the file itself, or of the link if it is one. */
  static String of(Path file) {
    return of(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Of the file that a path leads to. */
  public static String ofTarget(Path file) {
    return of(file, new LinkOption[0]);
  }

  private static String of(Path file, LinkOption... options) {
    try {
      return new TreeMap<>(Files.readAttributes(file, ATTRIBUTES, options)).toString();
    } catch (IOException e) {
      return NONE;
    }
  }
}
