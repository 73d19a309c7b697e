package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.launcher.Ran;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code launcher new}, {@code init} and {@code scaffold} as they are shipped. */
@Timeout(60)
class PackagedScaffoldTests extends PackagedCommand {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void a_folder_with_a_blank() throws IOException {
    folder = Files.createDirectory(temporary.toRealPath().resolve("my work"));
  }

  private static Ran in(Path where, String... words) {
    return Ran.of(where, environment(), command(words));
  }

  private static Ran done(Path where, String... words) {
    Ran ran = in(where, words);
    assertEquals(0, ran.exitCode(), ran.toString());
    return ran;
  }

  /** Runs it under a umask that lets the group write. */
  private static Ran doneForTheGroup(Path where, String... words) {
    List<String> shell = List.of("/bin/sh", "-c", "umask 002; exec \"$@\"", "sh");
    Ran ran =
        Ran.of(
            where, environment(), Stream.concat(shell.stream(), command(words).stream()).toList());
    assertEquals(0, ran.exitCode(), ran.toString());
    return ran;
  }

  private static void assumeThereIs(String program) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, program))),
        program + " is not on PATH, so its template is not run");
  }

  @ParameterizedTest
  @CsvSource({"sh,sh", "bash,bash", "python,python3", "node,node", "java,java"})
  void a_new_project_has_a_tool_that_works_in_each_language(String language, String program) {
    assumeThereIs(program);
    done(folder, "new", "weather", "--lang", language);
    Path project = folder.resolve("weather");

    Ran ran = done(project, "call", "hello", "--name", "A\"d\\a", "--json");

    assertTrue(
        ran.out().contains("\"structuredContent\":{\"message\":\"Hello, A\\\"d\\\\a!\"}"),
        ran.toString());
    assertTrue(done(project, "validate", "--strict").out().startsWith("Nothing is wrong: 1 tool"));
  }

  @Test
  void every_kind_is_added_and_nothing_is_wrong_with_it_whatever_the_umask() {
    doneForTheGroup(folder, "new", "weather");
    Path project = folder.resolve("weather");
    for (List<String> words :
        List.of(
            List.of("tool", "search", "--ui"),
            List.of("prompt", "explain"),
            List.of("completion", "explain"),
            List.of("resource", "notes"),
            List.of("ui", "page"),
            List.of("ui", "--tool", "hello"),
            List.of("test"))) {
      doneForTheGroup(
          project, Stream.concat(Stream.of("scaffold"), words.stream()).toArray(String[]::new));
    }

    assertTrue(
        done(project, "validate", "--strict")
            .out()
            .startsWith("Nothing is wrong: 2 tools, 1 prompt, 1 resource, "));
    assertTrue(
        done(project, "complete", "explain", "--argument", "topic", "--value", "b")
            .out()
            .startsWith("1  beta\n"));
    assertTrue(done(project, "prompt", "explain", "--topic", "tides").out().contains("tides"));
    assertTrue(done(project, "call", "hello", "--name", "Ada").out().contains("Hello, Ada!"));
    String uri = project.resolve("resources/notes/notes.txt").toUri().toString();
    assertEquals("The content of notes.\n", done(project, "read", uri).out());
  }

  @Test
  void the_scripts_that_test_a_project_run() {
    done(folder, "new", "weather");
    Path project = folder.resolve("weather");
    done(project, "scaffold", "test");
    Map<String, String> environment =
        Map.of(
            "PATH", System.getenv("PATH"),
            "JAVA_HOME", System.getProperty("java.home"),
            "LAUNCHER", PRODUCT.resolve("bin/launcher").toString());
    for (String script : List.of("test/run.sh", "tools/hello/smoke.sh")) {
      Ran ran = Ran.of(Path.of("/"), environment, List.of(project.resolve(script).toString()));
      assertEquals(0, ran.exitCode(), ran.toString());
    }
  }

  @Test
  void what_is_there_is_never_changed() throws IOException {
    done(folder, "new", "weather");
    Path project = folder.resolve("weather");
    Path tool = Files.writeString(project.resolve("tools/hello/tool.sh"), "mine");

    assertEquals(1, in(folder, "new", "weather").exitCode());
    assertEquals(1, in(project, "scaffold", "tool", "hello").exitCode());
    assertTrue(done(project, "init").out().contains("Skipped existing tools/hello/tool.sh\n"));
    assertEquals("mine", Files.readString(tool));

    Path register = Files.writeString(project.resolve("server.d/register.json"), "{");
    Ran broken = in(project, "scaffold", "completion", "hello");
    assertEquals(1, broken.exitCode(), broken.toString());
    assertTrue(broken.err().contains(register.toString()), broken.err());
    assertEquals("{", Files.readString(register));
    Files.writeString(register, "{\"version\": 1}");
    done(project, "scaffold", "completion", "hello");
    assertTrue(Files.readString(register).contains("completions/hello/completion.sh"));
  }

  /** A program that has opened the old file still reads all of it. */
  @Test
  void a_file_that_gets_a_line_is_replaced_and_keeps_its_mode() throws IOException {
    done(folder, "new", "weather", "--no-hello");
    Path project = folder.resolve("weather");
    Path ignore = Files.writeString(project.resolve(".gitignore"), "mine\n");
    Path register = Files.writeString(project.resolve("server.d/register.json"), "{}\n");
    Files.setPosixFilePermissions(register, PosixFilePermissions.fromString("rw-r-----"));
    try (BufferedReader oldIgnore = Files.newBufferedReader(ignore);
        BufferedReader oldRegister = Files.newBufferedReader(register)) {
      done(project, "init", "--no-hello");
      done(project, "scaffold", "completion", "hello");

      assertEquals("mine", oldIgnore.lines().collect(Collectors.joining("\n")));
      assertEquals("{}", oldRegister.lines().collect(Collectors.joining("\n")));
    }
    assertTrue(Files.readString(ignore).startsWith("mine\n."), Files.readString(ignore));
    assertEquals(
        "rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(register)));
  }

  @Test
  void a_folder_becomes_a_project_of_its_name() {
    Path here = folder.getParent().resolve("tides");
    assertTrue(here.toFile().mkdir());
    done(here, "init", "--no-hello");
    assertTrue(done(here, "list").out().startsWith("tools: none\n"));
    assertEquals(2, in(folder, "init").exitCode()); // a name has no blank
    done(folder, "init", "--name", "work");
  }

  @Test
  void a_wrong_word_is_a_usage_error_and_writes_nothing() throws IOException {
    done(folder, "init", "--name", "work", "--no-hello");
    List<Path> before = files();

    for (String words :
        List.of(
            "new",
            "new a/b",
            "new ..",
            "new x --lang cobol",
            "scaffold",
            "scaffold tol x",
            "scaffold tool",
            "scaffold tool ../x",
            "scaffold ui --tool ..")) {
      Ran ran = in(folder, words.split(" "));
      assertEquals(2, ran.exitCode(), words + ": " + ran);
    }

    assertEquals(before, files());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }
}
