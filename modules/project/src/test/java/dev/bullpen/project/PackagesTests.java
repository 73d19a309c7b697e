package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackagesTests {
  private static final Path SOURCES = Path.of("src/main/java/dev/bullpen/project");

  /** Each may know those before it; this package itself is "". */
  private static final List<String> ORDER =
      List.of(
          "uri",
          "file",
          "setting",
          "metadata",
          "script",
          "completion",
          "registration",
          "ui",
          "tool",
          "prompt",
          "resource",
          "catalog",
          "",
          "watch");

  private static final Pattern NAMED =
      Pattern.compile("(?<!package )\\bdev\\.bullpen\\.project\\.(?:([a-z]+)\\.)?[A-Z]");

  @Test
  void the_packages_stand_on_each_other_in_one_order() {
    Set<String> upwards = new TreeSet<>();
    for (Path file : sources()) {
      String own = packageOf(file);
      for (String other : named(file)) {
        if (ORDER.indexOf(other) > ORDER.indexOf(own)) {
          upwards.add(file.getFileName() + " knows the package \"" + other + "\"");
        }
      }
    }
    assertEquals(Set.of(), upwards);
  }

  @Test
  void control_the_order_is_that_of_all_packages_and_they_do_know_each_other() {
    List<Path> files = sources();
    assertEquals(
        Set.copyOf(ORDER),
        files.stream().map(PackagesTests::packageOf).collect(Collectors.toSet()));
    assertTrue(files.stream().anyMatch(file -> named(file).contains("file")));
    assertFalse(named(SOURCES.resolve("watch/ProjectWatch.java")).isEmpty());
  }

  private static List<Path> sources() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String packageOf(Path file) {
    return SOURCES.relativize(file.getParent()).toString();
  }

  private static Set<String> named(Path file) {
    try {
      Matcher matcher = NAMED.matcher(Files.readString(file));
      return matcher
          .results()
          .map((MatchResult found) -> found.group(1) == null ? "" : found.group(1))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
