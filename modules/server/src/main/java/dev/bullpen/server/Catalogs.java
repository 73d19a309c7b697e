package dev.bullpen.server;

import dev.bullpen.project.Project;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * The project's files are read on a thread of their own, so that a large project, or a slow disk,
 * keeps nobody from being read and answered. Who asks gets the last reading, and an old one is
 * renewed behind him.
 */
final class Catalogs implements AutoCloseable {
  private final Project project;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "project reader");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean loaded;

  Catalogs(Project project) {
    this.project = project;
  }

  Project project() {
    return project;
  }

  /** Begin the first reading. */
  void load() {
    whenLoaded(() -> {});
  }

  /** Run something that needs the catalog: now, or, before the first reading, after it. */
  void whenLoaded(Runnable task) {
    if (!loaded) {
      read(
          () -> {
            project.catalog();
            loaded = true;
            task.run();
          });
      return;
    }
    if (project.isStale(System.nanoTime())) {
      read(() -> project.refreshIfStale(System.nanoTime()));
    }
    task.run();
  }

  private void read(Runnable reading) {
    try {
      reader.execute(reading);
    } catch (RejectedExecutionException closed) {
      // The server is ending, and every call with it.
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
