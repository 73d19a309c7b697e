package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackagesTests {
  /** Modules of several packages: each may know those before it; "" is the module's own. */
  private enum Order {
    HELPER("job", "provider", ""),
    HTTP("connection", "access", "oauth", "stream", "fleet", "endpoint", "admin", ""),
    POSIX("libc", "thread", "log", "", "proc", "spawn", "cgroup"),
    POOL("view", "job", "setting", "thread", "run", "folder", "process", "helper", "roster", ""),
    PROJECT(
        "uri",
        "file",
        "setting",
        "metadata",
        "script",
        "completion",
        "registration",
        "tool",
        "prompt",
        "resource",
        "catalog",
        "",
        "watch"),
    PROTOCOL("", "line", "shape", "session", "question", "method"),
    SERVER(
        "thread",
        "log",
        "client",
        "program",
        "call",
        "asking",
        "catalog",
        "tool",
        "prompt",
        "resource",
        "completion",
        "change",
        "rehearsal",
        "session",
        "",
        "audit",
        "control",
        "engine",
        "stdio");

    private final String module = name().toLowerCase(Locale.ROOT);
    private final Path sources = Path.of("../modules", module, "src/main/java/dev/bullpen", module);
    private final Pattern other =
        Pattern.compile("(?<!package )\\bdev\\.bullpen\\." + module + "\\.(?:([a-z]+)\\.)?[A-Z]");
    private final List<String> packages;

    Order(String... packages) {
      this.packages = List.of(packages);
    }

    private List<Path> files() {
      try (Stream<Path> files = Files.walk(sources)) {
        return files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String packageOf(Path file) {
      return sources.relativize(file.getParent()).toString();
    }

    private Set<String> named(Path file) {
      try {
        return other
            .matcher(Files.readString(file))
            .results()
            .map((MatchResult found) -> found.group(1) == null ? "" : found.group(1))
            .collect(Collectors.toSet());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_packages_of_a_module_stand_on_each_other_in_one_order(Order order) {
    Set<String> upwards = new TreeSet<>();
    for (Path file : order.files()) {
      for (String other : order.named(file)) {
        if (order.packages.indexOf(other) > order.packages.indexOf(order.packageOf(file))) {
          upwards.add(file.getFileName() + " knows the package \"" + other + "\"");
        }
      }
    }
    assertEquals(Set.of(), upwards);
  }

  @ParameterizedTest
  @EnumSource
  void the_page_on_the_architecture_lists_them_in_this_order(Order order) throws IOException {
    String page = Files.readString(Path.of("../docs/maintainer/architecture.md"));
    String row =
        page.lines()
            .filter(line -> line.startsWith("| `modules/" + order.module + "` |"))
            .findAny()
            .orElseThrow();
    List<String> listed =
        Pattern.compile("`([a-z]+)`")
            .matcher(row)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertEquals(order.packages.stream().filter(name -> !name.isEmpty()).toList(), listed);
  }

  @ParameterizedTest
  @EnumSource
  void control_the_order_is_that_of_all_packages_and_they_do_know_each_other(Order order) {
    List<Path> files = order.files();
    assertEquals(
        Set.copyOf(order.packages),
        files.stream().map(order::packageOf).collect(Collectors.toSet()));
    assertTrue(
        files.stream()
            .anyMatch(file -> order.named(file).stream().anyMatch(order.packages::contains)));
  }
}
