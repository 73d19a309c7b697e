package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents name is there. */
class DocumentsTests {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path DOCS = ROOT.resolve("docs");

  private static final int README_LINES = 90;
  private static final int DECISION_LINES = 40;

  private static String text(Path document) throws IOException {
    return Files.readString(document);
  }

  /** The first group of each match. */
  private static Set<String> named(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> files(Path folder, Predicate<String> wanted) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> wanted.test(file.getFileName().toString())).toList();
    }
  }

  @Test
  void every_test_that_a_document_names_is_one() throws IOException {
    Set<String> there = new TreeSet<>();
    for (Path test : files(ROOT, name -> name.endsWith("Tests.java"))) {
      there.add(test.getFileName().toString().replace(".java", ""));
    }
    for (Path document : files(DOCS, name -> name.endsWith(".md"))) {
      Set<String> named = named(text(document), "`([A-Z][A-Za-z0-9]*Tests)`");
      named.removeAll(there);
      assertEquals(Set.of(), named, document.toString());
    }
  }

  @Test
  void every_test_of_a_promise_is_in_the_module_that_is_named_with_it() throws IOException {
    Matcher list =
        Pattern.compile(
                "`\\w+Tests`(?:(?:,|\\s+and)\\s+`\\w+Tests`)*(?:\\s+\\(((?:all|both) in )?`([a-z/]+)`\\))?")
            .matcher(text(DOCS.resolve("maintainer/testing.md")));
    while (list.find()) {
      List<String> names =
          Pattern.compile("\\w+Tests")
              .matcher(list.group())
              .results()
              .map(MatchResult::group)
              .toList();
      for (int i = 0; i < names.size(); i++) {
        boolean named = list.group(2) != null && (list.group(1) != null || i == names.size() - 1);
        String file = names.get(i) + ".java";
        List<String> modules =
            named ? List.of(list.group(2)) : List.of("modules/faults", "modules/acceptance");
        List<Path> found = new ArrayList<>();
        for (String module : modules) {
          found.addAll(files(ROOT.resolve(module).resolve("src/test"), file::equals));
        }
        assertFalse(found.isEmpty(), list::group);
      }
    }
  }

  @Test
  void every_class_that_a_document_names_with_its_folder_is_in_it() throws IOException {
    for (Path document : files(DOCS, name -> name.endsWith(".md"))) {
      for (String named : named(text(document), "`([a-z]+(?:/[a-z]+)*/[A-Z][A-Za-z0-9]*)`")) {
        String module = named.substring(0, named.indexOf('/'));
        Path file = Path.of(module, "src/main/java/dev/bullpen", named + ".java");
        assertTrue(
            Stream.of("modules", "").anyMatch(in -> Files.exists(ROOT.resolve(in).resolve(file))),
            document + " names " + named);
      }
    }
  }

  @Test
  void every_link_from_a_document_leads_somewhere() throws IOException {
    List<Path> documents = new ArrayList<>(files(DOCS, name -> name.endsWith(".md")));
    for (String name : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      documents.add(ROOT.resolve(name));
    }
    for (Path document : documents) {
      for (String link : named(text(document), "\\]\\((?!https?:|#)([^)#\\s]+)[^)]*\\)")) {
        assertTrue(Files.exists(document.resolveSibling(link)), document + " leads to " + link);
      }
    }
  }

  @Test
  void every_setting_is_in_the_table_of_settings() throws IOException {
    String settings = text(DOCS.resolve("operator/settings.md"));
    for (Setting setting : Setting.values()) {
      String end = setting.isSwitch() ? "`" : " ";
      assertTrue(settings.contains("`" + setting.flag() + end), setting.flag());
      for (String variable : setting.twins) {
        assertTrue(settings.contains("`" + variable + "`"), variable);
      }
    }
  }

  @Test
  void the_first_page_and_each_decision_are_short() throws IOException {
    assertTrue(Files.readAllLines(ROOT.resolve("README.md")).size() <= README_LINES);
    for (Path decision : files(DOCS.resolve("decisions"), name -> name.endsWith(".md"))) {
      List<String> lines = Files.readAllLines(decision);
      assertTrue(lines.size() <= DECISION_LINES, decision.toString());
      assertTrue(lines.get(2).startsWith("Status: "), decision.toString());
      assertTrue(
          lines.containsAll(List.of("## Context", "## Decision", "## Consequences")),
          decision.toString());
    }
  }

  @Test
  void every_frame_is_in_the_table_of_frames() throws IOException {
    Set<String> frames = new TreeSet<>();
    for (Class<?> side : Frame.class.getPermittedSubclasses()) {
      Arrays.stream(side.getPermittedSubclasses()).map(Class::getSimpleName).forEach(frames::add);
    }
    assertEquals(
        frames, named(text(DOCS.resolve("reference/wire.md")), "(?m)^\\| ([A-Z][a-z]+) \\| `.`"));
  }

  @Test
  void every_reason_is_in_the_table_of_reasons() throws IOException {
    Set<String> told =
        named(text(DOCS.resolve("operator/troubleshooting.md")), "(?m)^\\| `([a-z-]+)` \\|");
    for (FailureReason reason : FailureReason.values()) {
      assertTrue(told.contains(reason.word()), reason.word());
    }
  }

  @Test
  void every_module_is_in_the_table_of_modules() throws IOException {
    String architecture = text(DOCS.resolve("maintainer/architecture.md"));
    for (String module : named(text(ROOT.resolve("pom.xml")), "<module>([^<]+)</module>")) {
      assertTrue(architecture.contains("`" + module + "`"), module);
    }
  }
}
