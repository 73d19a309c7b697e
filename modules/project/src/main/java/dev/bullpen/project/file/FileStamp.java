package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What tells one state of a file from another without reading it, as a text to keep. What is asked
 * about before every call is looked at by a {@link dev.bullpen.posix.FileStatus}.
 */
public final class FileStamp {
  /** Of a file that cannot be read, whatever the reason. */
  public static final String NONE = "none";

  /**
   * The time of the last change of status counts too: contents can keep their time, not this. It is
   * as coarse as the kernel's tick, so what it tells of is there as well.
   */
  private static final String ATTRIBUTES = "unix:dev,ino,mode,uid,size,ctime,lastModifiedTime";

  private FileStamp() {}

  public static String of(Path file) {
    return of(file, LinkOption.NOFOLLOW_LINKS);
  }

  public static String ofTarget(Path file) {
    return of(file, new LinkOption[0]);
  }

  private static String of(Path file, LinkOption... options) {
    try {
      Map<String, Object> status = Files.readAttributes(file, ATTRIBUTES, options);
      // Numbers: to write a time as people read it takes longer than to look at the file.
      return status.get("dev")
          + " "
          + status.get("ino")
          + " "
          + status.get("mode")
          + " "
          + status.get("uid")
          + " "
          + status.get("size")
          + " "
          + nanos(status.get("ctime"))
          + " "
          + nanos(status.get("lastModifiedTime"));
    } catch (IOException e) {
      return NONE;
    }
  }

  private static long nanos(Object time) {
    return ((FileTime) time).to(TimeUnit.NANOSECONDS);
  }
}
