package dev.bullpen.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** A helper that exits while it comes up, with code 7, but not before the end of its input. */
final class ExitsAlready {
  static final int CODE = 7;

  private ExitsAlready() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    CountDownLatch exits = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  exits.countDown();
                  awaitEndOfInput();
                }));
    Thread exit = new Thread(() -> System.exit(CODE));
    exit.setDaemon(true);
    exit.start();
    exits.await();
    Main.main(arguments);
  }

  private static void awaitEndOfInput() {
    try {
      System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
