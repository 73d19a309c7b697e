package dev.bullpen.testkit;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A named pipe (fifo(7)). Its channels, unlike the streams of {@link Process}, can be closed at any
 * moment while another thread is blocked in them.
 *
 * @param path where it is
 */
public record Fifo(Path path) {

  /** Make one with mkfifo(1); nothing may be there yet. */
  public static Fifo make(Path path) throws IOException {
    try {
      int exit = new ProcessBuilder("mkfifo", "-m", "600", path.toString()).start().waitFor();
      if (exit != 0) {
        throw new IOException("mkfifo " + path + " ended with exit code " + exit);
      }
      return new Fifo(path);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while making " + path);
    }
  }

  /**
   * Open for both directions, which never blocks on Linux; while it is open no process sees the end
   * of the pipe.
   */
  public FileChannel keep() throws IOException {
    return FileChannel.open(path, READ, WRITE);
  }

  /** Open for reading; blocks until there is a writer. */
  public FileChannel reader() throws IOException {
    return FileChannel.open(path, READ);
  }

  /** Open for writing; blocks until there is a reader. */
  public FileChannel writer() throws IOException {
    return FileChannel.open(path, WRITE);
  }
}
