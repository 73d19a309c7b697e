package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.launcher.Ran;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code launcher describe} as it is shipped. */
@Timeout(120)
class PackagedDescribeTests extends PackagedCommand {
  private static final String BEGIN =
      """
      #!/usr/bin/env python3
      import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
      from bullpen import run, tool
      """;

  private static final String FIND =
      BEGIN + "@tool\ndef find(query: str = 'a') -> str:\n    'Finds.'\n    return query\nrun()\n";

  @TempDir Path temporary;
  private Path project;

  @BeforeEach
  void a_project() throws IOException {
    project = Files.createDirectory(temporary.toRealPath().resolve("my project"));
    Path server = Files.createDirectories(project.resolve("server.d"));
    Files.writeString(server.resolve("server.meta.json"), "{\"name\": \"mine\"}");
  }

  private static void assumeThereIs(String program) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, program))),
        program + " is not on PATH, so nothing written in it is described");
  }

  private Path tool(String file, String text) throws IOException {
    Path tool = project.resolve("tools").resolve(file);
    Files.createDirectories(tool.getParent());
    Files.writeString(tool, text);
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    return tool;
  }

  private Ran ran(String... words) {
    return Ran.of(project, environment(), command(words));
  }

  /**
   * In this JVM; not for a description, because making one makes a process adopt orphans for good.
   */
  private Ran ranHere(String... words) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_PROJECT", project.toString());
    return here(environment, words);
  }

  private void assertRan(int exitCode, String said, Ran ran) {
    assertEquals(exitCode, ran.exitCode(), ran.toString());
    assertTrue((ran.out() + ran.err()).contains(said), ran.toString());
  }

  @ParameterizedTest
  @CsvSource({"python,python3", "node,node"})
  void a_scaffolded_tool_is_described(String language, String program) throws IOException {
    assumeThereIs(program);
    assertRan(0, "Scaffolded", ranHere("scaffold", "tool", "greet", "--lang", language));

    assertRan(0, "Wrote ", ran("describe", "greet"));
    assertRan(0, "is up to date", ran("describe", "greet", "--check"));
    assertRan(0, "Nothing is wrong", ranHere("validate", "--strict"));

    String written = Files.readString(project.resolve("tools/greet/tool.meta.json"));
    assertTrue(
        written.contains("\"timeoutSecs\" : 30"),
        "a member that the file does not describe stays: " + written);
    assertTrue(written.contains("\"default\" : \"World\""), written);
    assertRan(0, "Hello, Ada!", ranHere("call", "greet", "--name", "Ada"));
  }

  @Test
  void a_description_of_an_earlier_file_is_found_out_of_date() throws IOException {
    assumeThereIs("python3");
    Path metadata = tool("find/tool.py", FIND).resolveSibling("tool.meta.json");
    String before =
        "{\"name\": \"find\", \"description\": \"Old.\", \"described\": \"sha256:of-another\"}";
    Files.writeString(metadata, before);

    assertRan(0, "Note: " + metadata + " is out of date", ranHere("validate"));
    assertRan(1, "is out of date", ran("describe", "find", "--check"));
    assertEquals(before, Files.readString(metadata), "--check writes nothing");
    assertRan(0, "Wrote ", ran("describe", "find"));
    assertTrue(Files.readString(metadata).contains("\"default\" : \"a\""));
  }

  @Test
  void a_tool_without_metadata_is_found_by_its_folder() throws IOException {
    assumeThereIs("python3");
    tool("search/tool.py", FIND);
    assertRan(0, "Wrote ", ran("describe", "search"));
    assertRan(0, "b\n", ranHere("call", "find", "--query", "b"));
  }

  @Test
  void a_result_fits_the_schema_that_is_written() throws IOException {
    assumeThereIs("python3");
    tool(
        "find/tool.py",
        BEGIN
            + """
            from typing import Optional

            @tool
            def find(what: str) -> Optional[str]:
                "Finds."
                return "a" if what == "text" else None

            run()
            """);
    assertRan(0, "Wrote ", ran("describe", "find"));
    String lines = "printf 'find --what text\nfind --what nothing\n'";
    Ran both =
        Ran.of(
            project,
            environment(),
            List.of("/bin/sh", "-c", lines + " | \"$0\" try", command().get(0)));
    assertRan(0, "a\n", both);
  }

  @Test
  void a_file_that_does_not_use_the_sdk_is_not_run() throws IOException {
    Path trace = project.resolve("trace");
    Path tool = tool("other/tool.sh", "#!/bin/sh\ntouch '" + trace + "'\n");
    assertRan(1, "so it was not run", ranHere("describe", "tool"));
    assertFalse(Files.exists(trace));
    // Control: it would have left one.
    assertRan(0, "", Ran.of(project, environment(), List.of(tool.toString())));
    assertTrue(Files.exists(trace));
  }

  @Test
  void what_the_file_leaves_behind_is_ended() throws IOException {
    assumeThereIs("python3");
    tool(
        "leaves/tool.py",
        BEGIN
            + """
            import subprocess
            child = subprocess.Popen(["sleep", "600"], start_new_session=True,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            open("pid", "w").write(str(child.pid))

            @tool
            def leaves():
                "Leaves a process."

            run()
            """);
    assertRan(0, "Wrote ", ran("describe", "leaves"));
    long pid = Long.parseLong(Files.readString(project.resolve("pid")));
    assertTrue(ProcessHandle.of(pid).isEmpty(), "process " + pid + " is left");
  }

  @ParameterizedTest
  @CsvSource({
    "run(),this file declares nothing",
    "print('x'),printed \"x",
    "sys.exit(3),exit code 3"
  })
  void a_file_that_describes_nothing_is_reported(String line, String said) throws IOException {
    assumeThereIs("python3");
    tool("odd/tool.py", BEGIN + line + "\n");
    assertRan(1, said, ran("describe", "odd"));
    assertFalse(Files.exists(project.resolve("tools/odd/tool.meta.json")));
  }

  /** After ten seconds; after one in a command under test. */
  @Test
  void a_file_that_does_not_end_is_killed() throws IOException {
    assumeThereIs("python3");
    tool("odd/tool.py", BEGIN + "import time; time.sleep(600)\n");
    assertRan(
        1,
        "did not describe itself within 1 s and was killed.",
        ran("--under-test", "describe", "odd"));
    assertFalse(Files.exists(project.resolve("tools/odd/tool.meta.json")));
  }

  @Test
  void a_name_that_no_tool_has_is_reported() throws IOException {
    Path flat = tool("search/tool.py", "print()\n");
    assertRan(1, flat.toString(), ranHere("describe", "search"));
    assertRan(1, "there is no tool \"serch\"", ranHere("describe", "serch"));
  }
}
