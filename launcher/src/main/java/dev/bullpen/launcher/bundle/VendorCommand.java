package dev.bullpen.launcher.bundle;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code launcher vendor}: copies this Bullpen into the project's folder. */
public record VendorCommand(Home home, Map<String, String> environment) implements Command {
  private static final String OUTPUT = "--output";
  private static final String UPGRADE = "--upgrade";
  private static final String VERIFY = "--verify";
  private static final String DRY_RUN = "--dry-run";
  private static final String VERBOSE = "--verbose";

  /** The new copy in the temporary folder. */
  private static final String FRESH = "new";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("vendor");
    spec.addOption(Command.value(OUTPUT, "DIR", "where .mcp-bash is made (default: the project)"));
    spec.addOption(Command.flag(UPGRADE, "replace the copy that is there"));
    spec.addOption(Command.flag(VERIFY, "only check that the copy is as it was made"));
    spec.addOption(Command.flag(DRY_RUN, "only say what would be copied"));
    spec.addOption(Command.flag(VERBOSE, "name each file"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header(
            "Copy this Bullpen into .mcp-bash of the project, with a script that starts it.", "")
        .description(
            "A client starts run-server.sh then, and only a JDK is needed. The documents are left"
                + " out.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "it is there, or as it was made",
                "it cannot be written, was there, or has changed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    try {
      Path folder =
          words.hasMatchedOption(OUTPUT)
              ? Path.of(words.matchedOptionValue(OUTPUT, "")).toRealPath()
              : Command.folder(words, environment);
      Path copy = folder.resolve(Runtime.FOLDER);
      return words.matchedOptionValue(VERIFY, false)
          ? verify(copy, console)
          : vendor(words, folder, copy, console);
    } catch (JsonException e) {
      console.complain("vendor: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (IOException e) {
      console.complain("vendor: " + Cause.withPath(e));
      return ExitCode.FAILED;
    }
  }

  private int vendor(ParseResult words, Path folder, Path copy, Console console)
      throws IOException {
    if (Files.exists(copy) && !words.matchedOptionValue(UPGRADE, false)) {
      console.complain("%s already exists. %s replaces it.".formatted(copy, UPGRADE));
      return ExitCode.FAILED;
    }
    if (copy.startsWith(home.folder()) || home.folder().startsWith(copy)) {
      console.complain(
          "%s is the Bullpen that runs. Run one that is installed elsewhere.".formatted(copy));
      return ExitCode.FAILED;
    }
    Runtime runtime = new Runtime(home.folder());
    if (words.matchedOptionValue(DRY_RUN, false)) {
      runtime
          .files()
          .forEach(file -> console.say("Would copy " + Path.of(Runtime.FOLDER, file.toString())));
      return ExitCode.DONE;
    }
    Whole.LOCK.lock();
    try {
      replace(copy, runtime);
      Runtime.writeWrapper(folder);
    } finally {
      Whole.LOCK.unlock();
    }
    if (words.matchedOptionValue(VERBOSE, false)) {
      runtime.files().forEach(file -> console.say("Copied " + file));
    }
    console.say("Copied Bullpen %s to %s".formatted(CalledAs.bullpenVersion(), copy));
    console.say("Let clients start " + folder.resolve(Runtime.WRAPPER));
    return ExitCode.DONE;
  }

  /**
   * Makes the new copy first: a failure leaves the old one, and a server may be running from it.
   */
  private void replace(Path copy, Runtime runtime) throws IOException {
    PrivateFolder temporary =
        new PrivateFolder(Files.createTempDirectory(copy.getParent(), Runtime.FOLDER));
    try {
      Path fresh = temporary.path().resolve(FRESH);
      runtime.copyTo(fresh);
      Files.writeString(
          fresh.resolve(Runtime.LOCK),
          Json.object()
                  .put("version", CalledAs.bullpenVersion())
                  .put("sha256", Runtime.digest(fresh))
                  .put("vendored_from", home.folder().toString())
                  .put("vendored_at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                  .toPrettyString()
              + "\n");
    } catch (IOException | RuntimeException | Error e) {
      temporary.remove();
      throw e;
    }
    place(temporary, copy);
  }

  /**
   * Puts the new copy in the place of the old one, and removes the folder, unless the old copy is
   * still in it.
   */
  static void place(PrivateFolder temporary, Path copy) throws IOException {
    Path fresh = temporary.path().resolve(FRESH);
    Path old = temporary.path().resolve("old");
    boolean isOldInIt = false;
    try {
      if (Files.exists(copy, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(copy, old, StandardCopyOption.ATOMIC_MOVE);
        isOldInIt = true;
      }
      Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
      isOldInIt = false;
    } catch (IOException e) {
      if (isOldInIt) {
        putBack(old, copy, e);
        isOldInIt = false;
      }
      throw e;
    } finally {
      if (!isOldInIt) {
        temporary.remove();
      }
    }
  }

  private static void putBack(Path old, Path copy, IOException why) throws IOException {
    try {
      Files.move(old, copy, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be written (%s), and the copy that was there is kept as %s. Move it back."
              .formatted(copy, Cause.of(why), old),
          e);
    }
  }

  /** A signal that ends the command waits until what has begun is whole, and no more begins. */
  private static final class Whole {
    static final ReentrantLock LOCK = new ReentrantLock();

    static {
      java.lang.Runtime.getRuntime().addShutdownHook(new Thread(LOCK::lock, "whole copy"));
    }
  }

  private static int verify(Path copy, Console console) throws IOException, JsonException {
    Path lock = copy.resolve(Runtime.LOCK);
    if (Files.notExists(lock)) {
      console.complain("there is no %s. Run launcher vendor first.".formatted(lock));
      return ExitCode.FAILED;
    }
    JsonNode recorded = Json.parse(Files.readString(lock));
    String digest = Runtime.digest(copy);
    if (!digest.equals(recorded.path("sha256").stringValue(""))) {
      console.complain(
          "%s has changed since it was made: its files are %s. %s makes it anew."
              .formatted(copy, digest, UPGRADE));
      return ExitCode.FAILED;
    }
    console.say(
        "OK (version %s, sha256 %s)".formatted(recorded.path("version").stringValue(""), digest));
    return ExitCode.DONE;
  }
}
