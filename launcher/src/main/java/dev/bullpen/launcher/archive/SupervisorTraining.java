package dev.bullpen.launcher.archive;

import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.launcher.client.HostSettings;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.pool.folder.ClaimedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a server as a client does, has a short session with it, and ends its input: it exits, and
 * writes its archive.
 */
final class SupervisorTraining {
  private SupervisorTraining() {}

  static void run(Home home, Recording recording)
      throws IOException, TrainingException, InterruptedException {
    ClaimedFolder cache = TrainingFolder.make();
    try {
      run(home, recording, cache.path());
    } finally {
      cache.remove();
    }
  }

  private static void run(Home home, Recording recording, Path cache)
      throws IOException, TrainingException, InterruptedException {
    recording.begin();
    Trainee trainee = new Trainee(recording);
    String project = home.example("completions").toString();
    ProcessBuilder works =
        process(home, recording.noting(), List.of("--workers", "1", "--project", project));
    // Where a program in Java is compiled to, which is no user's business.
    works.environment().put("BULLPEN_CACHE", cache.toString());
    try (Server server = Server.start(trainee.in(works))) {
      TrainingSession.play(server);
      server.end();
      server.awaitExit(Trainee.EXIT_LIMIT);
    } catch (ServerException e) {
      throw trainee.failed("had no session: " + e.getMessage());
    }
    if (recording.assembling().isPresent()) {
      trainee.awaitExit(
          OwnProcesses.start(trainee.in(process(home, recording.assembling().get(), List.of()))));
    }
    if (!recording.isMade()) {
      throw trainee.failed("left no archive");
    }
    recording.finish();
    trainee.forget();
  }

  private static ProcessBuilder process(Home home, List<String> options, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of(home.command().toString()));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    HostSettings.keepAlone(builder.environment());
    builder.environment().put("BULLPEN_JAVA_OPTS", String.join(" ", options));
    // One project to serve, the tools of another, and the resources of one in Java.
    builder.environment().put("MCPBASH_TOOLS_DIR", home.example("tools-arguments") + "/tools");
    builder
        .environment()
        .put("MCPBASH_RESOURCES_DIR", home.example("java-completion") + "/resources");
    builder.environment().put("MCPBASH_TOOL_ALLOWLIST", "*");
    builder.environment().put("BULLPEN_ARCHIVES", "off"); // this one is being made
    return builder;
  }
}
