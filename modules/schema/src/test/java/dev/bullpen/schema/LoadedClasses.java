package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Another JVM that does some steps with schemas, and notes which classes it loads. */
final class LoadedClasses {
  private static final String DONE = "checked";

  private LoadedClasses() {}

  public static void main(String[] args) throws Exception {
    JsonNode schema =
        Given.json(
            "{'type': 'object', 'properties': {'a': {'type': 'integer', 'minimum': 1},"
                + " 'b': {'type': 'array', 'items': {'type': 'string'}}}, 'required': ['a']}");
    for (String step : args) {
      switch (step) {
        case "check" -> Schema.isUsable(schema);
        case "load" -> Schema.load();
        default -> Schema.compile(schema).check(Given.json("{'a': 0, 'b': [1]}"));
      }
    }
    System.err.println(DONE);
  }

  /** How many classes of the validator library were loaded; nothing else must have been said. */
  static long ofLibraryAfter(String... steps) throws Exception {
    String paths =
        Optional.ofNullable(System.getProperty("jdk.module.path")).orElse("")
            + File.pathSeparator
            + System.getProperty("java.class.path")
            + File.pathSeparator
            + Path.of("target", "classes")
            + File.pathSeparator
            + Path.of("target", "test-classes");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-Xlog:class+load:stdout",
                "-cp",
                paths,
                LoadedClasses.class.getName()));
    command.addAll(List.of(steps));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.PIPE).start();
    String loaded = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    assertTrue(said.contains(DONE), said);
    assertTrue(loaded.contains("dev.bullpen.schema.Survey"), "the log of classes works");
    return loaded.lines().filter(line -> line.contains(" com.networknt.")).count();
  }
}
