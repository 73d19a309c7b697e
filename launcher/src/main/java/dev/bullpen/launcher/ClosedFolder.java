package dev.bullpen.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder that other users may read but not write, whatever the umask. A server runs no script in
 * a folder that others may write.
 */
public final class ClosedFolder {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_WRITES =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

  private ClosedFolder() {}

  /** Makes it and those above it that are missing. Existing ones stay as they are. */
  public static void make(Path folder) throws IOException {
    Files.createDirectories(folder, OWNER_WRITES);
  }
}
