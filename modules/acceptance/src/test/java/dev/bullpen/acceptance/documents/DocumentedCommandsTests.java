package dev.bullpen.acceptance.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command of README, of {@code docs} and of the examples does what the page says. */
@Needs("bash")
class DocumentedCommandsTests {
  private static final Path ROOT =
      Path.of(System.getProperty("bullpen.examples", "examples"))
          .toAbsolutePath()
          .normalize()
          .getParent();

  private static final String README = "README.md";

  /** What pages need beside a shell. */
  private static final Map<String, String> INTERPRETERS =
      Map.of(
          README,
          "python3",
          "docs/user/getting-started.md",
          "python3",
          "docs/user/python.md",
          "python3",
          "docs/user/javascript.md",
          "node",
          "examples/completions/README.md",
          "jq",
          "examples/http-api/README.md",
          "node",
          "examples/long-job/README.md",
          "python3",
          "examples/node-tool/README.md",
          "node",
          "examples/python-tool/README.md",
          "python3",
          "examples/sqlite/README.md",
          "python3");

  static List<DocumentedPage> pages() throws IOException {
    List<DocumentedPage> pages = new ArrayList<>();
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".md")).sorted().toList()) {
          DocumentedPage page = DocumentedPage.read(ROOT.relativize(file).toString(), file);
          if (!page.blocks().isEmpty()) {
            pages.add(page);
          }
        }
      }
    }
    return pages;
  }

  private static void assertRuns(DocumentedPage page, BareTerminal terminal)
      throws IOException, InterruptedException {
    String interpreter = INTERPRETERS.getOrDefault(page.name(), "sh");
    assumeTrue(
        Surroundings.isOnPath(interpreter),
        "%s is not run: PATH holds no %s".formatted(page.name(), interpreter));
    List<DocumentedPage.Block> leftOut =
        page.blocks().stream().filter(block -> !block.isRun()).toList();
    System.out.printf(
        "%s: %d of %d blocks are run%n",
        page.name(), page.blocks().size() - leftOut.size(), page.blocks().size());
    leftOut.forEach(
        block -> System.out.printf("  line %d is not run: %s%n", block.line(), block.reason()));
    BareTerminal.Ended ended = terminal.run(page.script());
    assertEquals(0, ended.code(), ended.output());
    terminal.assertNothingLeft();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_can_be_copied_from_top_to_bottom(DocumentedPage page) throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      assertRuns(page, terminal);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readme_can_be_copied_from_a_clone_and_from_a_package(BareTerminal.Layout layout)
      throws Exception {
    DocumentedPage readme = DocumentedPage.read(README, ROOT.resolve(README));
    assertFalse(readme.blocks().isEmpty(), "README has commands");
    try (BareTerminal terminal = BareTerminal.open(layout)) {
      assertRuns(readme, terminal);
    }
  }

  @Test
  void a_page_with_a_wrong_command_fails_and_the_message_names_its_line() throws Exception {
    DocumentedPage page =
        DocumentedPage.of(
            "wrong.md",
            "# Wrong\n\n```sh\nlauncher --version\n```\n\n```sh\nlauncher valdate\necho on\n```\n");
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      BareTerminal.Ended ended = terminal.run(page.script());

      assertEquals(2, ended.code(), ended.output());
      assertTrue(ended.output().startsWith("bullpen "), ended.output());
      assertTrue(ended.output().endsWith("wrong.md, line 8: exit code 2\n"), ended.output());
      assertFalse(ended.output().contains("\non\n"), ended.output());
    }
  }

  @Test
  void what_a_page_leaves_running_is_seen() throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      BareTerminal.Ended ended = terminal.run("sleep 300 > /dev/null 2>&1 &\n");

      assertEquals(0, ended.code(), ended.output());
      assertThrows(AssertionError.class, () -> terminal.assertNothingLeft(Duration.ofSeconds(1)));
    }
  }

  @Test
  void a_block_that_would_change_the_machine_is_refused_unless_it_is_marked() {
    for (String command :
        List.of("sudo true", "ln -s x /opt/x", "systemctl stop x", "apt install x")) {
      String block = "```sh\n" + command + "\n```\n";

      assertThrows(
          IllegalArgumentException.class, () -> DocumentedPage.of("page.md", block).script());
      assertFalse(
          DocumentedPage.of("page.md", "<!-- not run: needs root -->\n" + block)
              .script()
              .contains(command));
    }
  }

  @Test
  void a_marker_needs_a_reason_and_leaves_out_its_block_alone() {
    String text = "<!-- not run: needs root -->\n```sh\nsudo x\n```\n\n```sh\necho y\n```\n";
    DocumentedPage page = DocumentedPage.of("page.md", text);

    assertEquals(
        List.of(false, true), page.blocks().stream().map(DocumentedPage.Block::isRun).toList());
    assertFalse(page.script().contains("sudo"), page.script());
    for (String marker : List.of("<!-- not run -->", "<!-- not run: -->")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DocumentedPage.of("page.md", text.replace("<!-- not run: needs root -->", marker)));
    }
  }
}
