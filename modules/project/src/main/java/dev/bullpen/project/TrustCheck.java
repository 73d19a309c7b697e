package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * Whether nobody but us can have changed what a path holds.
 *
 * <p>A registration decides which programs run, so it is believed only from a place that is not a
 * symbolic link, belongs to us, and that neither our group nor the world may write.
 */
final class TrustCheck {
  private TrustCheck() {}

  /** What speaks against a path, with the next step; empty when nothing does. */
  static Optional<Objection> objection(Path path) {
    try {
      if (Files.isSymbolicLink(path)) {
        return objection("is a symbolic link", "Put the real thing in its place: " + path);
      }
      Set<PosixFilePermission> permissions =
          Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
      if (permissions.contains(PosixFilePermission.GROUP_WRITE)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        return objection("may be written by its group or by everybody", "chmod go-w " + path);
      }
      if (!CurrentUser.owns(path)) {
        return objection("belongs to another user", "chown it to the user of the server: " + path);
      }
      return Optional.empty();
    } catch (UnsupportedOperationException e) {
      // No owners and modes on this file system, so nothing to check.
      return Optional.empty();
    } catch (IOException e) {
      return objection(
          "cannot be examined (%s)".formatted(e.getClass().getSimpleName()),
          "Check the permissions of " + path);
    }
  }

  private static Optional<Objection> objection(String fact, String nextStep) {
    return Optional.of(new Objection(fact, nextStep));
  }

  /**
   * A reason for not believing a path.
   *
   * @param fact completes a sentence that begins with the name of the path
   */
  record Objection(String fact, String nextStep) {}
}
