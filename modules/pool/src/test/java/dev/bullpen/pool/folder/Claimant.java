package dev.bullpen.pool.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** Claims a given file, as a server does, reports that, and stays until its input ends. */
public final class Claimant {
  private Claimant() {}

  /** One that has claimed it. */
  public static Process of(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                Claimant.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals('c', process.getInputStream().read());
    return process;
  }

  public static void main(String[] words) throws IOException {
    OwnerLock claim = OwnerLock.on(Path.of(words[0])).orElseThrow();
    System.out.println("claimed");
    System.in.read();
    claim.release();
  }
}
