package dev.bullpen.faults;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Completions in Java for tests, each the body of one method. */
final class JavaProviders {
  private static final Duration START = Duration.ofSeconds(30);

  /** The pid of the helper it runs in, as an expression. */
  static final String PID = "ProcessHandle.current().pid()";

  private JavaProviders() {}

  /** A prompt whose argument {@code query} is completed by this; {@code request} is there. */
  static ProjectFixture add(ProjectFixture project, String name, String body) {
    return project
        .prompt(name, "query")
        .entry(
            "completions",
            Json.object()
                .put("name", name)
                .put("path", "completions/" + name + ".java")
                .put("timeoutSecs", ProjectFixture.SHORT_SECONDS))
        .file(
            "completions/" + name + ".java",
            """
            import dev.bullpen.api.*;
            import java.io.*;
            import java.nio.file.*;
            import java.util.*;

            public class Provider implements CompletionProvider {
              static long count;

              @Override
              public Suggestions complete(CompletionRequest request) throws Exception {
                %s
              }
            }
            """
                .formatted(body));
  }

  /** A statement that tells {@link #awaitStart} the helper's pid. */
  static String saysStart() {
    return """
        Path started = request.job().project().resolve("started-" + request.value());
        Files.writeString(started.resolveSibling(started.getFileName() + ".new"), "" + %s);
        Files.move(started.resolveSibling(started.getFileName() + ".new"), started);
        """
        .formatted(PID);
  }

  /** The pid of the helper in which the completion of that value runs. */
  static long awaitStart(Path project, String value) {
    Path started = project.resolve("started-" + value);
    if (!Poll.until(Deadline.in(START), () -> Files.exists(started))) {
      throw new AssertionError("the provider did not start within " + START);
    }
    try {
      return Long.parseLong(Files.readString(started));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
