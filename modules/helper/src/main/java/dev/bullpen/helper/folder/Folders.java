package dev.bullpen.helper.folder;

import java.io.IOException;
import java.util.Optional;

/**
 * The folders a helper has for its jobs, one after the other.
 *
 * @param desk where jobs may exchange files with their scripts; without one, none may ask for it
 * @param temporary where jobs put what is theirs alone; without one, that is no matter of ours
 */
public record Folders(Optional<DeskFolder> desk, Optional<JobFolder> temporary) {
  /** The ones this helper was given. */
  public static Folders ofEnvironment() throws IOException {
    return new Folders(DeskFolder.ofEnvironment(), JobFolder.ofEnvironment());
  }
}
