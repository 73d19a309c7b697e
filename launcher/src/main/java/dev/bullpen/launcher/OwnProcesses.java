package dev.bullpen.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The processes that a command starts. A signal that ends the command ends them first. */
public final class OwnProcesses {
  private static final Object LOCK = new Object();
  private static final List<Process> STARTED = new ArrayList<>();
  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(OwnProcesses::end, "own processes"));
  }

  private OwnProcesses() {}

  /**
   * Starts a process that ends with this one at the latest.
   *
   * @throws IOException if it cannot be started, or this process is ending
   */
  public static Process start(ProcessBuilder builder) throws IOException {
    synchronized (LOCK) {
      if (ending) {
        throw new IOException("the command is ending");
      }
      STARTED.removeIf(process -> !process.isAlive());
      Process process = builder.start();
      STARTED.add(process);
      return process;
    }
  }

  private static void end() {
    List<Process> all;
    synchronized (LOCK) {
      ending = true;
      all = List.copyOf(STARTED);
    }
    // Kills only the server's own process: its guard and helpers end all others, then themselves.
    for (Process process : all) {
      process.toHandle().destroyForcibly();
    }
  }
}
