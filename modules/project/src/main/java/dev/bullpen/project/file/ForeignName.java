package dev.bullpen.project.file;

import dev.bullpen.project.uri.PercentEncoded;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Names that this process cannot say: their bytes are no text in the encoding of its locale, so the
 * text that stands for them leads to no file, or to another. In the locale {@code C} those are all
 * that are not ASCII.
 */
public final class ForeignName {
  /** What the JDK puts in place of bytes that are no text; a name may also have it of its own. */
  private static final char REPLACEMENT = '\ufffd';

  private ForeignName() {}

  /** Whether the last name of a path is one, as a listing of its folder gave it. */
  public static boolean is(Path listed) {
    Path name = listed.getFileName();
    String text = name.toString();
    if (text.indexOf(REPLACEMENT) < 0) {
      return false;
    }
    try {
      return !name.getFileSystem().getPath(text).equals(name);
    } catch (InvalidPathException e) {
      return true;
    }
  }

  /** What, which and what to do, where such a name is left out. */
  static String ignored(Path listed) {
    String uri = listed.toUri().getRawPath();
    String escaped = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    byte[] name = PercentEncoded.bytes(escaped.substring(escaped.lastIndexOf('/') + 1));
    return "%s/%s is ignored: %s"
        .formatted(
            listed.getParent(),
            EscapedBytes.of(name),
            PercentEncoded.utf8(name).isPresent()
                ? "in the server's locale there is no such name. Set LC_ALL=C.UTF-8 in its environment."
                : "its name is not UTF-8. Rename it.");
  }
}
