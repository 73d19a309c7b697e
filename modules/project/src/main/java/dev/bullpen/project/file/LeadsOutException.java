package dev.bullpen.project.file;

import java.io.IOException;

/** A file that is named, or found, by the project and lies in none of the folders it may lie in. */
public final class LeadsOutException extends IOException {
  private static final long serialVersionUID = 1L;

  LeadsOutException() {
    super("it leads out of the project");
  }
}
