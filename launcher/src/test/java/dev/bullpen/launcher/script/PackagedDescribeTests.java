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

  private void assertRan(int exitCode, String said, Ran ran) {
    assertEquals(exitCode, ran.exitCode(), ran.toString());
    assertTrue((ran.out() + ran.err()).contains(said), ran.toString());
  }

  @ParameterizedTest
  @CsvSource({"python,python3", "node,node"})
  void a_scaffolded_tool_is_described_and_found_out_of_date(String language, String program)
      throws IOException {
    assumeThereIs(program);
    assertRan(0, "Scaffolded", ran("scaffold", "tool", "greet", "--lang", language));
    Path metadata = project.resolve("tools/greet/tool.meta.json");

    assertRan(1, "is out of date", ran("describe", "greet", "--check"));
    assertFalse(Files.readString(metadata).contains("described"), "--check writes nothing");
    assertRan(0, "Wrote ", ran("describe", "greet"));
    assertRan(0, "is up to date", ran("describe", "greet", "--check"));
    assertRan(0, "Nothing is wrong", ran("validate", "--strict"));

    String written = Files.readString(metadata);
    assertTrue(
        written.contains("\"timeoutSecs\" : 30"),
        "a member that the file does not describe stays: " + written);
    assertTrue(written.contains("\"default\" : \"World\""), written);
    assertRan(0, "Hello, Ada!", ran("call", "greet", "--name", "Ada"));

    Path file =
        project.resolve("tools/greet").resolve(language.equals("node") ? "tool.mjs" : "tool.py");
    Files.writeString(file, Files.readString(file).replace("World", "all"));
    assertRan(0, "Note: " + metadata + " is out of date", ran("validate"));
    assertRan(0, "Wrote ", ran("describe", "greet"));
    assertTrue(Files.readString(metadata).contains("\"default\" : \"all\""));
  }

  @Test
  void a_tool_without_metadata_is_found_by_its_folder() throws IOException {
    assumeThereIs("python3");
    tool(
        "search/tool.py",
        BEGIN
            + "@tool\ndef find(query: str = 'a') -> str:\n    'Finds.'\n    return query\nrun()\n");
    assertRan(0, "Wrote ", ran("describe", "search"));
    assertRan(0, "b\n", ran("call", "find", "--query", "b"));
  }

  @ParameterizedTest
  @CsvSource({"text,a", "nothing,''"})
  void a_result_fits_the_schema_that_is_written(String what, String said) throws IOException {
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
    assertRan(0, said, ran("call", "find", "--what", what));
  }

  @Test
  void a_file_that_does_not_use_the_sdk_is_not_run() throws IOException {
    Path trace = project.resolve("trace");
    tool("other/tool.sh", "#!/bin/sh\ntouch '" + trace + "'\n");
    assertRan(1, "so it was not run", ran("describe", "tool"));
    assertFalse(Files.exists(trace));
    assertRan(0, "", ran("call", "tool")); // control: it would have left one
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
    "sys.exit(3),exit code 3",
    "'import time; time.sleep(600)',did not describe itself within 10 s"
  })
  void a_file_that_describes_nothing_is_reported(String line, String said) throws IOException {
    assumeThereIs("python3");
    tool("odd/tool.py", BEGIN + line + "\n");
    assertRan(1, said, ran("describe", "odd"));
    assertFalse(Files.exists(project.resolve("tools/odd/tool.meta.json")));
  }

  @Test
  void a_name_that_no_tool_has_is_reported() throws IOException {
    Path flat = tool("search/tool.py", "print()\n");
    assertRan(1, flat.toString(), ran("describe", "search"));
    assertRan(1, "there is no tool \"serch\"", ran("describe", "serch"));
    assertRan(2, "TOOL is missing", ran("describe"));
  }
}
