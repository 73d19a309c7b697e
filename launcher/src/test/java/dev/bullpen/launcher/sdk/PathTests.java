package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths a client names, and the folders it works in. */
class PathTests {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    folder = folder.toRealPath();
    root = Files.createDirectory(folder.resolve("a root"));
    Files.createDirectory(folder.resolve("a root beside"));
    Files.createSymbolicLink(root.resolve("out"), folder);
    Files.createSymbolicLink(folder.resolve("in"), root);
  }

  @ParameterizedTest
  @CsvSource({
    "/,/",
    "//a///b/,/a/b",
    "/a/./b/../c,/a/c",
    "/../..,/",
    "/a/b/../../../c,/c",
    "/c/x,/c/x"
  })
  void a_path_is_collapsed_without_reading_files(String path, String collapsed) {
    assertEquals(collapsed, tool().run("mcp_path_collapse '" + path + "'").value());
    assertEquals(collapsed, tool().run("mcp_path_normalize --logical '" + path + "'").value());
  }

  @Test
  void a_relative_path_begins_in_the_current_folder() {
    assertEquals(folder + "/x/z", tool().run("mcp_path_collapse x/y/../z").value());
  }

  @Test
  void links_are_followed_even_if_the_rest_does_not_exist() {
    assertEquals(root + "/new/file", tool().run("mcp_path_normalize in/new/file").value());
  }

  @Test
  void no_path_is_the_current_folder() {
    for (String call :
        List.of("mcp_path_normalize ''", "mcp_path_normalize", "mcp_path_normalize --logical ''")) {
      assertEquals(new Ran(0, folder + "\n", ""), tool().run(call), call);
    }
    assertEquals(1, contains(""));
  }

  @Test
  void what_is_inside_a_root_is_decided_after_following_links() {
    assertEquals(0, contains("a root"));
    assertEquals(0, contains("a root/new"));
    assertEquals(0, contains("in/new"));
    assertEquals(1, contains("a root beside"));
    assertEquals(1, contains("a root/out/x"));
    assertEquals(1, contains("a root/../x"));
    assertEquals(0, tool().with("MCP_ROOTS_PATHS", "/").run("mcp_roots_contains /etc").exitCode());
    assertEquals(1, tool().with("MCP_ROOTS_PATHS", "").run("mcp_roots_contains /etc").exitCode());
  }

  @Test
  void a_link_in_a_root_leads_out_of_it_whatever_programs_there_are() throws IOException {
    Files.createSymbolicLink(root.resolve("dangling"), folder.resolve("not there"));
    Files.createSymbolicLink(root.resolve("up"), Path.of("../a root/../elsewhere"));
    Files.createSymbolicLink(root.resolve("circle"), Path.of("circle"));
    for (ToolScript tool : List.of(tool(), busyBox(), macOs())) {
      tool.with("MCP_ROOTS_PATHS", folder + "/in");
      assertEquals(0, contains(tool, root + "/new/file"));
      assertEquals(0, contains(tool, folder + "/in/new/file"));
      assertEquals(1, contains(tool, root + "/out/new/file"));
      assertEquals(1, contains(tool, root + "/dangling"));
      assertEquals(1, contains(tool, root + "/up/x"));
      assertEquals(1, contains(tool, root + "/circle/x"));
    }
  }

  private static int contains(ToolScript tool, String path) {
    return tool.run("mcp_roots_contains \"$1\"", path).exitCode();
  }

  /** Its realpath takes -m and -- for paths, prints what it can, and fails. */
  private ToolScript busyBox() {
    return withRealpath(
        "s=0; for p in \"$@\"; do /usr/bin/realpath \"$p\" 2>/dev/null || s=1; done; exit $s");
  }

  /** Its realpath has no options, and wants a file that is there. */
  private ToolScript macOs() {
    return withRealpath("case $1 in -*) exit 1 ;; esac; exec /usr/bin/realpath -e \"$1\"");
  }

  private ToolScript withRealpath(String script) {
    Path programs = Programs.with(folder.resolve("with-realpath"), "realpath", script);
    return tool().with("PATH", programs + ":/usr/bin:/bin");
  }

  @Test
  void roots_are_listed_and_counted() {
    assertEquals(
        List.of(root.toString(), "1"), tool().run("mcp_roots_list; mcp_roots_count").lines());
    assertEquals(
        List.of("0"), new ToolScript(folder).run("mcp_roots_list; mcp_roots_count").lines());
  }

  @Test
  void a_required_path_is_inside_the_roots() {
    assertEquals(root + "/x", require("in/x", "").value());
    assertEquals(".path is outside configured MCP roots\n", require("a root/out", "").err());
    assertEquals(".path is required\n", require("", "").err());
    assertEquals("", require("", "--allow-empty").value());
    assertEquals(root.toString(), require("", "--default-to-single-root").value());
    assertEquals(
        "/etc",
        new ToolScript(folder).called("{\"path\":\"/etc\"}").run("mcp_require_path .path").value());
  }

  @Test
  void without_a_single_root_there_is_no_default() {
    assertEquals(
        ".path is required when zero or multiple roots are configured\n",
        tool()
            .with("MCP_ROOTS_COUNT", "2")
            .called("{}")
            .run("mcp_require_path .path --default-to-single-root")
            .err());
  }

  private int contains(String path) {
    return tool().run("mcp_roots_contains \"$1\"", path).exitCode();
  }

  private Ran require(String path, String options) {
    return tool().called("{\"path\":\"" + path + "\"}").run("mcp_require_path .path " + options);
  }

  private ToolScript tool() {
    return new ToolScript(folder)
        .with("MCP_ROOTS_PATHS", root.toString())
        .with("MCP_ROOTS_COUNT", "1");
  }
}
