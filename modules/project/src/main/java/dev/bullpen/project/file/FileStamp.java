package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A text that differs if a file may have changed, made without reading the file. Checks before
 * every call use {@link dev.bullpen.posix.FileStatus} instead.
 */
public final class FileStamp {
  /** The stamp of a file that cannot be read, for any reason. */
  public static final String NONE = "none";

  /**
   * Includes the time of the last status change: unlike the time of the content, it cannot be set.
   */
  private static final String ATTRIBUTES = "dev,ino,mode,uid,size,ctime,lastModifiedTime";

  private FileStamp() {}

  public static String of(Path file) {
    return of(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The stamp of the file that a link leads to. */
  public static String ofTarget(Path file) {
    return of(file, new LinkOption[0]);
  }

  private static String of(Path file, LinkOption... options) {
    try {
      Map<String, Object> status = Files.readAttributes(file, "unix:" + ATTRIBUTES, options);
      // Times as numbers, because formatting one takes longer than reading them all.
      return Stream.of(ATTRIBUTES.split(","))
          .map(status::get)
          .map(it -> it instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : it)
          .map(Object::toString)
          .collect(Collectors.joining(" "));
    } catch (IOException e) {
      return NONE;
    }
  }
}
