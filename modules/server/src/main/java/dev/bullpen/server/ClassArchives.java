package dev.bullpen.server;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The class archives of this JDK, from which servers start faster, and the places they are for. */
public final class ClassArchives {
  private static final String PLACES = "places";

  /** That of a server over HTTP. */
  private static final String MADE_LAST = "supervisor-http";

  /** Whatever the umask: servers of other users may read what root has made, but not change it. */
  private static final String FOR_ALL_TO_READ = "rw-r--r--";

  private ClassArchives() {}

  /**
   * Whether they have been made, and for this place. Each way to a folder is a place of its own, as
   * two ways to one folder must not replace each other's archives in turn.
   *
   * @param folder where those of this JDK and these jars belong
   * @param home the distribution
   */
  public static boolean areMade(Path folder, Path home) {
    Path archive = named(folder, MADE_LAST);
    return Files.isReadable(archive)
        && isTrusted(folder, archive)
        && places(folder).contains(home.toString());
  }

  /**
   * Note that they have been made there. They are for the last place noted, and are used only
   * there; the start script checks that as well. A JVM may accept an archive whose jars are
   * elsewhere, as in a copied folder, and then has classes of both.
   */
  public static void note(Path folder, Path home) throws IOException {
    List<String> places = new ArrayList<>(places(folder));
    places.remove(home.toString());
    places.add(home.toString());
    Path unfinished = Files.createTempFile(folder, PLACES, ".unfinished");
    Files.write(unfinished, places);
    Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString(FOR_ALL_TO_READ));
    Files.move(unfinished, folder.resolve(PLACES), ATOMIC_MOVE);
  }

  /** Whether only root and this user can have put an archive there. Its classes run. */
  private static boolean isTrusted(Path folder, Path archive) {
    List<Path> there =
        Stream.of(folder.getParent(), folder, folder.resolve(PLACES), archive)
            .filter(Files::exists)
            .toList();
    return TrustCheck.firstObjection(there).isEmpty();
  }

  private static List<String> places(Path folder) {
    try {
      return Files.readAllLines(folder.resolve(PLACES));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** That of helpers, if it is for this place. The file may be missing. */
  public static Optional<Path> ofHelper(Path folder, Path home) {
    List<String> places = places(folder);
    Path archive = named(folder, "helper");
    boolean fits =
        !places.isEmpty()
            && places.get(places.size() - 1).equals(home.toString())
            && isTrusted(folder, archive);
    return fits ? Optional.of(archive) : Optional.empty();
  }

  private static Path named(Path folder, String role) {
    return folder.resolve(role + (Runtime.version().feature() < 24 ? ".jsa" : ".aot"));
  }
}
