package dev.bullpen.launcher.archive;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.server.ClassArchives;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Makes the class archives for this JDK, in one process at a time, so that none is half made. */
public record ArchiveCommand(Home home) implements Command {
  private static final String MISSING = "--missing";
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final String NONE = "no class archive, so servers start slower: ";

  /** Set whatever the umask is. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_WRITES =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("archive");
    spec.usageMessage()
        .header("Make class archives for the JDK in use, so that servers start faster.", "")
        .description(
            "They go below lib/archive. The build has made them for its own JDK; a server that finds"
                + " none makes them while it is idle, unless BULLPEN_ARCHIVES=off.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "the archives are there",
                "an archive could not be made; Bullpen works without, and starts slower"));
    spec.addOption(
        Command.flag(
            MISSING,
            "only if there are none, no other process is making them, and no attempt has failed within"
                + " a day"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws InterruptedException {
    Path folder = home.archive();
    try {
      makeForAllToRead(folder.getParent());
      makeForAllToRead(folder);
      try (FileChannel turn =
          FileChannel.open(folder.resolve("turn"), Set.of(CREATE, WRITE), OWNER_WRITES)) {
        if (!words.hasMatchedOption(MISSING)) {
          turn.lock();
        } else if (turn.tryLock() == null
            || ClassArchives.areMade(folder, home.folder())
            || hasFailedLately(folder)) {
          return ExitCode.DONE;
        }
        make(folder, console);
        return ExitCode.DONE;
      }
    } catch (IOException e) {
      console.complain(NONE + reason(e));
      return ExitCode.FAILED;
    }
  }

  /** Makes a folder that all may read and only its owner may change, whatever the umask. */
  private static void makeForAllToRead(Path folder) throws IOException {
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rwxr-xr-x");
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(permissions));
    }
    if (!Files.getPosixFilePermissions(folder).equals(permissions)) {
      Files.setPosixFilePermissions(folder, permissions);
    }
  }

  private void make(Path folder, Console console) throws IOException, InterruptedException {
    Files.deleteIfExists(failed(folder));
    int feature = Runtime.version().feature();
    Training.Recording helper = new Training.Recording(folder, "helper", feature);
    Training.Recording supervisor = new Training.Recording(folder, "supervisor", feature);
    Training.Recording http = new Training.Recording(folder, "supervisor-http", feature);
    try (OwnedFolder temporary = OwnedFolder.make(Training.temporaryFolder())) {
      new Training(home, helper).ofHelper(temporary.path());
      new Training(home, supervisor).ofSupervisor(temporary.path());
      // Last: if it cannot be made, as without a loopback interface, the others are still used.
      Files.deleteIfExists(http.archive());
      ClassArchives.note(folder, home.folder());
      new Training(home, http).ofHttp(temporary.path());
    } catch (IOException e) {
      noteFailure(folder, e);
      throw e;
    }
    console.out().println("made " + http.archive());
    console.out().println("made " + supervisor.archive());
    console.out().println("made " + helper.archive());
  }

  private static void noteFailure(Path folder, Exception why) {
    try {
      Files.createFile(failed(folder));
    } catch (IOException e) { // probably for the same reason
      why.addSuppressed(e);
    }
  }

  /** Many exceptions have only the file as their message; their class says what was wrong. */
  private static String reason(IOException e) {
    if (e instanceof Training.TrainingException) {
      return e.getMessage();
    }
    if (e instanceof AccessDeniedException denied) {
      return "%s may not be written by this user. Run launcher archive as a user who may."
          .formatted(denied.getFile());
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return "%s cannot be used (%s). Check it, and run launcher archive again."
          .formatted(file.getFile(), e.getClass().getSimpleName());
    }
    return e.getMessage() + ". Correct that, and run launcher archive again.";
  }

  /** A full disk or a busy machine may recover; {@code --missing} waits a day for that. */
  private static boolean hasFailedLately(Path folder) throws IOException {
    Path failed = failed(folder);
    return Files.exists(failed)
        && Files.getLastModifiedTime(failed).toInstant().isAfter(Instant.now().minus(A_DAY));
  }

  private static Path failed(Path folder) {
    return folder.resolve("failed");
  }
}
