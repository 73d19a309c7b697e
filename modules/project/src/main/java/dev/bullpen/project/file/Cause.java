package dev.bullpen.project.file;

import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be used, in words and without its path. */
public final class Cause {
  private Cause() {}

  /** Completes a sentence after a colon or in brackets. */
  public static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof LeadsOutException) {
      return e.getMessage();
    }
    if (e instanceof FileSystemException said && said.getReason() != null) {
      return said.getReason();
    }
    // Exceptions of java.nio.file have only the path as their message.
    return e.getClass() == IOException.class && e.getMessage() != null
        ? e.getMessage()
        : e.getClass().getSimpleName();
  }
}
