package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.project.prompt.PromptReader;
import dev.bullpen.project.resource.ResourceReader;
import dev.bullpen.project.tool.ToolReader;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
      return all.filter(Files::isRegularFile)
          .filter(file -> wanted.test(file.getFileName().toString()))
          .toList();
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

  /** Flag, word for its value, variables in their order, and default, as the code has them. */
  @Test
  void every_setting_has_its_row_in_the_table_of_settings() throws IOException {
    List<String> rows =
        Files.readAllLines(DOCS.resolve("operator/settings.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();
    for (Setting setting : Setting.values()) {
      String names = names(setting);
      List<String> found = rows.stream().filter(row -> row.contains(names)).toList();
      assertEquals(1, found.size(), "rows with " + names);
      String standard = found.get(0).split(" \\| ")[1];
      assertTrue(standard.matches("(?s).*" + standard(setting) + ".*"), names + ": " + standard);
    }
  }

  private static String names(Setting setting) {
    String flag = setting.isSwitch() ? setting.flag() : setting.flag() + " " + setting.label;
    return Stream.concat(Stream.of(flag), setting.twins.stream())
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }

  /** A pattern of what the column of defaults says. */
  private static String standard(Setting setting) {
    if (setting.isSwitch()) {
      return "off";
    }
    if (setting == Setting.WORKERS) {
      return "%d\\b.*\\b%d".formatted(Setting.WORKERS_AT_REST, setting.standard);
    }
    if (setting.most > 0) {
      return "(^|\\D)" + String.format(Locale.ROOT, "%,d", setting.standard).replace(",", " ?");
    }
    Matcher word = Pattern.compile("\\(default: ([a-z]+)\\)").matcher(setting.help);
    return word.find() ? "`?" + word.group(1) : ".+";
  }

  @Test
  void the_table_of_settings_has_no_flag_and_no_variable_that_there_is_not() throws IOException {
    String settings = text(DOCS.resolve("operator/settings.md"));
    Set<String> flags = named(settings, "`(--[a-z-]+)[` ]");
    flags.removeAll(Setting.flags());
    assertEquals(Set.of(Setting.PROJECT_OF_MCP_BASH), flags);
    for (String variable : named(settings, "`(BULLPEN_[A-Z_]+)`")) {
      assertTrue(variable.endsWith("_") || Variables.isKnown(variable), variable);
    }
    String shipped = shipped(name -> name.matches(".*\\.(java|sh|py|mjs)|launcher"));
    for (String variable : named(settings, "`(MCPBASH_[A-Z_]+[A-Z])`")) {
      assertTrue(shipped.contains(variable), variable);
    }
  }

  @Test
  void every_key_of_metadata_that_is_read_is_in_the_contract() throws IOException {
    String contract = text(DOCS.resolve("reference/contract.md"));
    String ofTools =
        contract.substring(
            contract.indexOf("### Metadata"), contract.indexOf("### What is checked"));
    for (String key : ToolReader.KEYS) {
      assertTrue(ofTools.contains("`" + key + "`"), key);
    }
    for (String key : PromptReader.KEYS) {
      assertTrue(contract.contains("`" + key + "`"), key);
    }
    for (String key : ResourceReader.KEYS) {
      assertTrue(contract.contains("`" + key + "`"), key);
    }
  }

  /** By their full names, or by their ends in a row of several. */
  @Test
  void every_variable_of_mcp_bash_that_the_server_reads_is_on_a_page() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (Path document : files(DOCS, name -> name.endsWith(".md"))) {
      pages.append(text(document));
    }
    for (String variable :
        named(shipped(name -> name.endsWith(".java")), "\"MCPBASH_([A-Z_]+[A-Z])\"")) {
      boolean isNamed =
          Stream.iterate(
                  variable, end -> !end.isEmpty(), end -> end.replaceFirst("^[A-Z]+(_|$)", ""))
              .anyMatch(end -> pages.indexOf("`_" + end + "`") >= 0);
      assertTrue(isNamed || pages.indexOf("MCPBASH_" + variable) >= 0, "MCPBASH_" + variable);
    }
  }

  /** All sources of what is shipped. */
  private static String shipped(Predicate<String> wanted) throws IOException {
    StringBuilder sources = new StringBuilder();
    for (Path source : files(ROOT, wanted)) {
      Path inside = ROOT.relativize(source);
      if (inside.toString().contains("src/main/")
          && !inside.toString().matches("modules/(testkit|fuzz|bench)/.*")) {
        sources.append(text(source));
      }
    }
    return sources.toString();
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
    Set<String> listed =
        named(text(DOCS.resolve("operator/troubleshooting.md")), "(?m)^\\| `([a-z-]+)` \\|");
    for (FailureReason reason : FailureReason.values()) {
      assertTrue(listed.contains(reason.word()), reason.word());
    }
  }

  /** The words that stand where the server gives a call's end a reason. */
  private static final List<String> GIVES_REASON =
      List.of(
          "(?:Trouble\\.of|because|givenUp|refuse)\\(\\s*(?:[a-z]\\w*,\\s*)?(?:[\\w.()]+ \\? )?\"([a-z-]+)\"",
          "(?:Trouble\\.of)\\([\\w.()]+ \\? \"[a-z-]+\" : \"([a-z-]+)\"",
          "static final String [A-Z_]+ = \"([a-z]+-[a-z-]+|unchecked|unanswered)\";",
          "ErrorCode\\.[A-Z_]+, \"([a-z-]+)\"",
          "case (?:NOT_FOUND|INVALID|FAILED) -> \"([a-z-]+)\";");

  @Test
  void the_tables_of_reasons_have_those_of_the_log_and_no_others() throws IOException {
    String troubleshooting = text(DOCS.resolve("operator/troubleshooting.md"));
    String tables =
        troubleshooting.substring(
            troubleshooting.indexOf("## Reasons"), troubleshooting.indexOf("## Exit codes"));
    Set<String> listed = new TreeSet<>();
    for (String row : named(tables, "(?m)^\\| (`[a-z-]+`(?:, `[a-z-]+`)*) \\|")) {
      listed.addAll(named(row, "`([a-z-]+)`"));
    }
    Set<String> given = new TreeSet<>();
    for (String pattern : GIVES_REASON) {
      for (String part : List.of("tool", "call", "asking", "resource", "completion", "prompt")) {
        for (Path source :
            files(
                ROOT.resolve("modules/server/src/main/java/dev/bullpen/server").resolve(part),
                name -> name.endsWith(".java"))) {
          given.addAll(named(text(source), pattern));
        }
      }
    }
    assertTrue(given.size() > 12, "reasons are found: " + given);
    given.removeAll(listed);
    assertEquals(Set.of(), given, "reasons that no table has");
    String shipped = shipped(name -> name.endsWith(".java"));
    listed.removeIf(word -> shipped.contains('"' + word + '"'));
    assertEquals(Set.of(), listed, "reasons that nothing gives");
  }

  @Test
  void every_exit_code_is_in_the_table_of_exit_codes() throws Exception {
    String troubleshooting = text(DOCS.resolve("operator/troubleshooting.md"));
    String table = troubleshooting.substring(troubleshooting.indexOf("## Exit codes"));
    Set<String> listed = new TreeSet<>();
    for (String row : named(table, "(?m)^\\| (\\d[\\d, ]*) \\|")) {
      listed.addAll(List.of(row.split(", ")));
    }
    Set<String> codes = new TreeSet<>(Set.of("129", "130", "143"));
    for (Field code : ExitCode.class.getFields()) {
      codes.add(code.get(null).toString());
    }
    assertEquals(codes, listed);
  }

  @Test
  void every_module_is_in_the_table_of_modules() throws IOException {
    String architecture = text(DOCS.resolve("maintainer/architecture.md"));
    for (String module : named(text(ROOT.resolve("pom.xml")), "<module>([^<]+)</module>")) {
      assertTrue(architecture.contains("`" + module + "`"), module);
    }
  }
}
