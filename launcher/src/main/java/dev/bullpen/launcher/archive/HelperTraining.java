package dev.bullpen.launcher.archive;

import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.launcher.client.HostSettings;
import dev.bullpen.pool.folder.ClaimedFolder;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts a helper as the pool does, lets it get ready, and ends it with SIGTERM: that is an orderly
 * exit, at which a JVM writes its archive, while a helper's own end is a kill.
 */
final class HelperTraining {
  /**
   * A helper has its frames on 3 and 4; Java can give a child only 0, 1 and 2, so a shell moves
   * them.
   */
  private static final List<String> MOVE_PIPES =
      List.of("/bin/sh", "-c", "exec \"$@\" 3<&0 4>&1 </dev/null 1>&2", "helper");

  /** The usual size; an archive also fits helpers with more. */
  private static final int HEAP_MEBIBYTES = 64;

  /** For exchanging files with jobs, and for their temporary ones; names of no meaning. */
  private static final String DESK = "desk";

  private static final String ROOM = "tmp";

  private HelperTraining() {}

  static void run(Home home, Recording recording)
      throws IOException, TrainingException, InterruptedException {
    ClaimedFolder both = TrainingFolder.make();
    try {
      PrivateFolder.make(both.path().resolve(DESK));
      PrivateFolder.make(both.path().resolve(ROOM));
      run(home, recording, both.path());
    } finally {
      both.remove();
    }
  }

  private static void run(Home home, Recording recording, Path folders)
      throws IOException, TrainingException, InterruptedException {
    recording.begin();
    Map<String, String> environment = new HashMap<>(System.getenv());
    HostSettings.keepAlone(environment);
    HelperCommand command =
        HelperCommand.of(home.folder(), Optional.empty(), HEAP_MEBIBYTES, environment);
    Trainee trainee = new Trainee(recording);
    Process helper = OwnProcesses.start(trainee.in(process(command, folders, recording.noting())));
    try {
      // Its first frame comes when everything a job needs has been loaded.
      if (helper.getInputStream().read() < 0) {
        throw trainee.failed("ended before it was ready");
      }
    } finally {
      // Not Process.destroy, which closes the pipes too: at the end of its input a helper kills
      // itself.
      helper.toHandle().destroy();
      trainee.awaitExit(helper);
    }
    if (recording.assembling().isPresent()) {
      trainee.awaitExit(
          OwnProcesses.start(trainee.in(process(command, folders, recording.assembling().get()))));
    }
    if (!recording.isMade()) {
      throw trainee.failed("left no archive");
    }
    recording.finish();
    trainee.forget();
  }

  private static ProcessBuilder process(HelperCommand command, Path folders, List<String> options) {
    List<String> words = new ArrayList<>(MOVE_PIPES);
    words.addAll(command.argv());
    words.addAll(words.indexOf("-p"), options);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().keySet().retainAll(command.environment().keySet());
    builder.environment().put("BULLPEN_DESK", folders.resolve(DESK).toString());
    builder.environment().put("BULLPEN_TMP", folders.resolve(ROOM).toString());
    return builder;
  }
}
