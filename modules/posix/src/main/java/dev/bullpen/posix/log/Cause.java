package dev.bullpen.posix.log;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be used, in words. */
public final class Cause {
  private Cause() {}

  /** The cause after the path of the file, if the exception has it. */
  public static String withPath(IOException e) {
    return e instanceof FileSystemException about && about.getFile() != null
        ? about.getFile() + ": " + of(e)
        : of(e);
  }

  /** The cause without the path. Completes a sentence after a colon or in brackets. */
  public static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "something is in the way";
    }
    if (e instanceof FileSystemLoopException) {
      return "a link to a folder that it is in";
    }
    if (e instanceof CharacterCodingException) {
      return "not UTF-8";
    }
    String said = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return said == null ? e.getClass().getSimpleName() : said;
  }
}
