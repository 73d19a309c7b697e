package dev.bullpen.launcher.archive;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Makes the class archives of this JDK. */
public final class ArchiveCommand implements Command {
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
            "They go below lib/archive. The build has made them for its own JDK; do it again for"
                + " another one.",
            "")
        .exitCodeList(codes);
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) {
    int feature = Runtime.version().feature();
    try {
      Path folder = Files.createDirectories(home.archive());
      Recording helper = new Recording(folder, "helper", feature);
      HelperTraining.run(home, helper);
      Recording supervisor = new Recording(folder, "supervisor", feature);
      SupervisorTraining.run(home, supervisor);
      console.out().println("made " + supervisor.archive());
      console.out().println("made " + helper.archive());
      return ExitCode.DONE;
    } catch (IOException | TrainingException e) {
      console
          .err()
          .println(
              "launcher archive: no class archive, so servers start slower: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }
}
