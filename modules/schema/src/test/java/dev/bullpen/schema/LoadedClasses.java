package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Another JVM that compiles one schema, checks one value, and notes which classes it loads. */
final class LoadedClasses {
  private static final String DONE = "checked";

  private LoadedClasses() {}

  public static void main(String[] args) throws Exception {
    Schema.compile(Json.parse(args[0])).check(Json.parse("{}"));
    System.err.println(DONE);
  }

  /** How many classes of the validator library were loaded; nothing else must have been said. */
  static long ofLibraryAfter(String schema) throws Exception {
    String paths =
        Optional.ofNullable(System.getProperty("jdk.module.path")).orElse("")
            + File.pathSeparator
            + System.getProperty("java.class.path")
            + File.pathSeparator
            + Path.of("target", "classes")
            + File.pathSeparator
            + Path.of("target", "test-classes");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-Xlog:class+load:stdout",
                "-cp",
                paths,
                LoadedClasses.class.getName(),
                schema)
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    String loaded = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    assertTrue(said.contains(DONE), said);
    assertTrue(loaded.contains("dev.bullpen.schema.Survey"), "the log of classes works");
    return loaded.lines().filter(line -> line.contains(" com.networknt.")).count();
  }
}
