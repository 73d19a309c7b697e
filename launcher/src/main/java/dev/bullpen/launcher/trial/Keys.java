package dev.bullpen.launcher.trial;

import dev.bullpen.posix.thread.DaemonThread;
import java.io.IOError;
import java.io.IOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * Reads the keys while a request runs, on a thread of its own, "keys". The thread checks between
 * two reads whether it must end: an interrupt could end the program that sets the terminal's modes.
 */
final class Keys {
  private static final char CTRL_C = 3;

  /** How long the end of a request may wait for the end of this thread. */
  private static final long READ_MILLIS = 50;

  private final Terminal terminal;
  private final Events events;
  private final StringBuffer others;
  private final Attributes before;
  private final Thread thread = new DaemonThread("keys", this::read);
  private volatile boolean isLeft;

  private Keys(Terminal terminal, Events events, StringBuffer others) {
    this.terminal = terminal;
    this.events = events;
    this.others = others;
    this.before = terminal.enterRawMode();
  }

  /**
   * Starts the thread.
   *
   * @param others gets all keys except Ctrl-C
   */
  static Keys watch(Terminal terminal, Events events, StringBuffer others) {
    Keys keys = new Keys(terminal, events, others);
    keys.thread.start();
    return keys;
  }

  private void read() {
    try {
      while (!isLeft) {
        int key = terminal.reader().read(READ_MILLIS);
        if (key == CTRL_C) {
          events.interrupted();
        } else if (key >= 0) {
          others.append((char) key);
        } else if (key == -1) {
          events.interrupted(); // the terminal is gone
          return;
        }
      }
    } catch (IOException | IOError e) {
      events.interrupted();
    }
  }

  /** Ends the thread, and restores the terminal's modes. */
  void leave() {
    isLeft = true;
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    terminal.setAttributes(before);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
