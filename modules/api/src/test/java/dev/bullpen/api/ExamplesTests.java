package dev.bullpen.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation shows can be copied and compiled, without a warning. */
class ExamplesTests {
  private static final Path SOURCES = Path.of("src/main/java/dev/bullpen/api");
  private static final Path GUIDE = Path.of("../../docs/user/java-providers.md");
  private static final Pattern IN_JAVADOC =
      Pattern.compile("<pre>\\{@code\n(.*?)\n \\* \\}</pre>", Pattern.DOTALL);
  private static final Pattern IN_MARKDOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  static Stream<String> examples() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.sorted().toList()) {
        for (String example : all(IN_JAVADOC, source)) {
          found.add(example.replaceAll("(?m)^ \\* ?", ""));
        }
      }
    }
    found.addAll(all(IN_MARKDOWN, GUIDE));
    return found.stream();
  }

  private static List<String> all(Pattern pattern, Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(file));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void each_interface_has_one_and_the_guide_more() throws IOException {
    assertTrue(examples().count() >= 8, "examples are found");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_compiles(String example) throws IOException {
    Path source = Files.writeString(folder.resolve("example.java"), example);
    StringWriter said = new StringWriter();
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(said),
                new PrintWriter(said),
                "-Xlint:all",
                "-Werror",
                "--release",
                "17",
                "-cp",
                Path.of("target/classes").toString(),
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, status, said.toString());
  }
}
