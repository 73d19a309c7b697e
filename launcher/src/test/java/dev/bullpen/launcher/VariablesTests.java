package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariablesTests {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern NAME = Pattern.compile("\"(BULLPEN_[A-Z_]+)\\b");

  @ParameterizedTest
  @CsvSource({
    "BULLPEN_WORKERZ, ' Did you mean BULLPEN_WORKERS?'",
    "BULLPEN_LOGLEVEL, ' Did you mean BULLPEN_LOG_LEVEL?'",
    "BULLPEN_JAVA_OPT, ' Did you mean BULLPEN_JAVA_OPTS?'",
    "BULLPEN_FOO, ''"
  })
  void a_name_that_bullpen_does_not_read_is_said_with_the_nearest(String name, String question) {
    assertEquals(
        List.of(
            "%s is ignored: Bullpen reads no variable of that name.%s launcher --help lists all there are."
                .formatted(name, question)),
        Variables.strangers(Map.of(name, "3", "BULLPEN_WORKERS", "3", "PATH", "/bin")));
  }

  @Test
  void every_name_in_a_source_is_known() throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (Path source : sources()) {
      NAME.matcher(Files.readString(source))
          .results()
          .map((MatchResult match) -> match.group(1))
          .filter(name -> !Variables.isKnown(name))
          .forEach(unknown::add);
    }
    assertEquals(Set.of(), unknown);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/"))
          .filter(file -> !file.toString().contains("/testkit/"))
          .toList();
    }
  }
}
