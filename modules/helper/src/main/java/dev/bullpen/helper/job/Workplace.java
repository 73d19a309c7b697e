package dev.bullpen.helper.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What all jobs of a helper use, one after the other.
 *
 * @param events what the thread "main" waits for
 * @param exchange where jobs exchange files with their scripts; without it, no job may ask for that
 * @param temporary where jobs put temporary files; without it, they have no folder of their own
 */
public record Workplace(
    Events events, Optional<ExchangeFolder> exchange, Optional<JobFolder> temporary) {
  // The pool makes and removes both folders.
  private static final String EXCHANGE = "BULLPEN_EXCHANGE";
  private static final String TEMPORARY = "BULLPEN_TMP";

  /** With the folders that the environment names. */
  public static Workplace ofEnvironment() throws IOException {
    Events events = new Events();
    String exchange = System.getenv(EXCHANGE);
    String temporary = System.getenv(TEMPORARY);
    return new Workplace(
        events,
        exchange == null
            ? Optional.empty()
            : Optional.of(new ExchangeFolder(Path.of(exchange), events)),
        temporary == null ? Optional.empty() : Optional.of(new JobFolder(Path.of(temporary))));
  }
}
