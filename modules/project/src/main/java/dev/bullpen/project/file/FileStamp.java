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
 * A text that differs when a file may have changed, made without reading it. Checks before every
 * call use {@link dev.bullpen.posix.FileStatus} instead.
 */
public final class FileStamp {
  /** Of a file that cannot be read, whatever the reason. */
  public static final String NONE = "none";

  /** The last change of status counts too: contents can keep their time, not this. */
  private static final String ATTRIBUTES = "dev,ino,mode,uid,size,ctime,lastModifiedTime";

  private FileStamp() {}

  public static String of(Path file) {
    return of(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Of the file that a link leads to. */
  public static String ofTarget(Path file) {
    return of(file, new LinkOption[0]);
  }

  private static String of(Path file, LinkOption... options) {
    try {
      Map<String, Object> status = Files.readAttributes(file, "unix:" + ATTRIBUTES, options);
      // Times as numbers: to format one takes longer than to read them all.
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
