package dev.bullpen.launcher.archive;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.server.ClassArchives;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Makes the class archives of this JDK. One process at a time: a half archive must not get its name
 * from another.
 */
public final class ArchiveCommand implements Command {
  private static final String MISSING = "--missing";

  private final Home home;

  public ArchiveCommand(Home home) {
    this.home = home;
  }

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "the archives are there");
    codes.put("1", "an archive could not be made; Bullpen works without, and starts slower");
    codes.put("2", "a word is wrong");
    spec.usageMessage()
        .header("Make class archives for the JDK in use, so that servers start faster.", "")
        .description(
            "They go below lib/archive. The build has made them for its own JDK; a server that finds"
                + " none makes them when nobody asks for anything, unless BULLPEN_ARCHIVES=off.",
            "")
        .exitCodeList(codes);
    spec.addOption(
        OptionSpec.builder(MISSING)
            .description(
                "only where there are none, nobody else is at it, and it has not failed before")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) {
    Path folder = home.archive();
    try {
      Files.createDirectories(folder);
      try (FileChannel turn = FileChannel.open(folder.resolve("turn"), CREATE, WRITE)) {
        if (!words.hasMatchedOption(MISSING)) {
          turn.lock();
        } else if (turn.tryLock() == null
            || ClassArchives.areMade(folder, home.folder())
            || Files.exists(failed(folder))) {
          return ExitCode.DONE;
        }
        make(folder, console);
        return ExitCode.DONE;
      }
    } catch (IOException | TrainingException e) {
      console.complain("no class archive, so servers start slower: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private void make(Path folder, Console console)
      throws IOException, TrainingException, InterruptedException {
    Files.deleteIfExists(failed(folder));
    try {
      HelperTraining.run(home, helper(folder));
      SupervisorTraining.run(home, supervisor(folder));
      ClassArchives.note(folder, home.folder());
    } catch (IOException | TrainingException e) {
      Files.createFile(failed(folder));
      throw e;
    }
    console.out().println("made " + supervisor(folder).archive());
    console.out().println("made " + helper(folder).archive());
  }

  private static Recording supervisor(Path folder) {
    return new Recording(folder, "supervisor", Runtime.version().feature());
  }

  private static Recording helper(Path folder) {
    return new Recording(folder, "helper", Runtime.version().feature());
  }

  /** Whoever asks for it by name may try again. */
  private static Path failed(Path folder) {
    return folder.resolve("failed");
  }
}
