package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.scaffold.NewCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private static final Home HOME = new Home(PRODUCT, PRODUCT.resolve("lib/archive/none"));

  /** {@code new} or {@code init} in this JVM, as from that folder. */
  private static Ran made(Path where, String... words) {
    return InThisJvm.run(new NewCommand(HOME, where, words[0].equals("init")), words);
  }

  /** {@code scaffold} in this JVM. */
  private static Ran scaffolded(Path project, String... words) {
    List<String> all = new ArrayList<>(List.of("scaffold"));
    all.addAll(List.of(words));
    all.addAll(List.of("--project", project.toString()));
    return here(all.toArray(String[]::new));
  }

  private static Ran done(Ran ran) {
    assertEquals(0, ran.exitCode(), ran.toString());
    return ran;
  }

  private static Ran in(Path where, String... words) {
    return Ran.of(where, environment(), command(words));
  }

  /** Runs it under a umask that lets the group write. */
  private static Ran doneForTheGroup(Path where, String... words) {
    List<String> shell = List.of("/bin/sh", "-c", "umask 002; exec \"$@\"", "sh");
    return done(
        Ran.of(
            where, environment(), Stream.concat(shell.stream(), command(words).stream()).toList()));
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  @ParameterizedTest
  @CsvSource({"sh,sh", "bash,sh", "python,py", "node,mjs", "java,java"})
  void a_new_project_has_a_tool_in_each_language(String language, String end) throws IOException {
    done(made(folder, "new", "weather", "--lang", language));

    String script = "weather/tools/hello/tool." + end;
    assertEquals(
        Stream.of(
                "weather/.gitignore",
                "weather/README.md",
                "weather/server.d/server.meta.json",
                "weather/tools/hello/README.md",
                "weather/tools/hello/smoke.sh",
                "weather/tools/hello/tool.meta.json",
                script)
            .sorted()
            .toList(),
        files().stream()
            .filter(Files::isRegularFile)
            .map(file -> folder.relativize(file).toString())
            .toList());
    assertEquals(!language.equals("java"), Files.isExecutable(folder.resolve(script)));
  }

  @Test
  void a_tool_in_each_language_works_and_nothing_is_wrong_with_it() {
    Map<String, String> programs =
        new TreeMap<>(Map.of("sh", "sh", "bash", "bash", "java", "java"));
    programs.putAll(Map.of("python", "python3", "node", "node"));
    for (String missing : programs.values().stream().filter(one -> !isOnPath(one)).toList()) {
      System.out.println("skipped: there is no " + missing + " to run its template");
      programs.values().remove(missing);
    }
    done(made(folder, "new", "weather", "--no-hello"));
    Path project = folder.resolve("weather");
    for (String language : programs.keySet()) {
      done(scaffolded(project, "tool", language, "--lang", language));
    }
    String lines =
        programs.keySet().stream()
            .map(language -> language + " --name A\\\"d\\\\a --json")
            .collect(Collectors.joining("\n"));

    Ran ran = done(tried(project, environment(), lines));

    assertEquals(programs.size(), ran.lines().size(), ran.toString());
    for (String line : ran.lines()) {
      assertTrue(
          line.contains("\"structuredContent\":{\"message\":\"Hello, A\\\"d\\\\a!\"}"),
          ran.toString());
    }
    String counted = "Nothing is wrong: %d tools".formatted(programs.size());
    Ran validated = done(in(project, "validate", "--strict"));
    assertTrue(validated.out().startsWith(counted), validated.toString());
  }

  @Test
  void every_kind_is_added_and_nothing_is_wrong_with_it_whatever_the_umask() {
    doneForTheGroup(folder, "new", "weather");
    Path project = folder.resolve("weather");
    doneForTheGroup(project, "scaffold", "completion", "explain");
    for (List<String> words :
        List.of(
            List.of("tool", "search", "--ui"),
            List.of("prompt", "explain"),
            List.of("resource", "notes"),
            List.of("ui", "page"),
            List.of("ui", "--tool", "hello"),
            List.of("test"))) {
      done(scaffolded(project, words.toArray(String[]::new)));
    }

    assertTrue(
        done(here("validate", "--strict", "--project", project.toString()))
            .out()
            .startsWith("Nothing is wrong: 2 tools, 1 prompt, 1 resource, "));
    String uri = project.resolve("resources/notes/notes.txt").toUri().toString();
    Ran ran =
        done(
            tried(
                project,
                environment(),
                "complete explain --argument topic --value b\nprompt explain --topic tides\n"
                    + "hello --name Ada\nread "
                    + uri));
    assertTrue(ran.out().startsWith("1  beta\n"), ran.toString());
    assertTrue(ran.out().contains("tides"), ran.toString());
    assertTrue(ran.out().contains("Hello, Ada!"), ran.toString());
    assertTrue(ran.out().endsWith("\nThe content of notes.\n"), ran.toString());
  }

  @Test
  void a_resource_is_read_where_its_project_has_been_moved_to() throws IOException {
    done(made(folder, "new", "weather", "--no-hello"));
    done(scaffolded(folder.resolve("weather"), "resource", "notes"));
    Path moved = Files.move(folder.resolve("weather"), folder.resolve("climate"));

    String uri = moved.resolve("resources/notes/notes.txt").toUri().toString();
    Ran listed = done(in(moved, "list", "resources"));
    assertTrue(listed.out().contains(uri), listed.toString());
    for (String way : List.of(uri, "file://./resources/notes/notes.txt")) {
      assertEquals("The content of notes.\n", done(in(moved, "read", way)).out());
    }
  }

  @Test
  void the_scripts_that_test_a_project_run() {
    done(made(folder, "new", "weather"));
    Path project = folder.resolve("weather");
    done(scaffolded(project, "test"));
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
    done(made(folder, "new", "weather"));
    Path project = folder.resolve("weather");
    Path tool = Files.writeString(project.resolve("tools/hello/tool.sh"), "mine");

    assertEquals(1, made(folder, "new", "weather").exitCode());
    assertEquals(1, scaffolded(project, "tool", "hello").exitCode());
    assertTrue(
        done(made(project, "init")).out().contains("Skipped existing tools/hello/tool.sh\n"));
    assertEquals("mine", Files.readString(tool));

    Path register = Files.writeString(project.resolve("server.d/register.json"), "{");
    Ran broken = scaffolded(project, "completion", "hello");
    assertEquals(1, broken.exitCode(), broken.toString());
    assertTrue(broken.err().contains(register.toString()), broken.err());
    assertEquals("{", Files.readString(register));
    Files.writeString(register, "{\"version\": 1}");
    done(scaffolded(project, "completion", "hello"));
    assertTrue(Files.readString(register).contains("completions/hello/completion.sh"));
  }

  /** A program that has opened the old file still reads all of it. */
  @Test
  void a_file_that_gets_a_line_is_replaced_and_keeps_its_mode() throws IOException {
    done(made(folder, "new", "weather", "--no-hello"));
    Path project = folder.resolve("weather");
    Path ignore = Files.writeString(project.resolve(".gitignore"), "mine\n");
    Path register = Files.writeString(project.resolve("server.d/register.json"), "{}\n");
    Files.setPosixFilePermissions(register, PosixFilePermissions.fromString("rw-r-----"));
    try (BufferedReader oldIgnore = Files.newBufferedReader(ignore);
        BufferedReader oldRegister = Files.newBufferedReader(register)) {
      done(made(project, "init", "--no-hello"));
      done(scaffolded(project, "completion", "hello"));

      assertEquals("mine", oldIgnore.lines().collect(Collectors.joining("\n")));
      assertEquals("{}", oldRegister.lines().collect(Collectors.joining("\n")));
    }
    assertTrue(Files.readString(ignore).startsWith("mine\n."), Files.readString(ignore));
    assertEquals(
        "rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(register)));
  }

  @Test
  void a_folder_becomes_a_project_of_its_name() throws IOException {
    Path here = folder.getParent().resolve("tides");
    assertTrue(here.toFile().mkdir());
    done(in(here, "init", "--no-hello"));
    assertTrue(Files.notExists(here.resolve("tools")));
    Path server = here.resolve("server.d/server.meta.json");
    assertTrue(Files.readString(server).contains("\"name\": \"tides\""));
    assertEquals(2, made(folder, "init").exitCode()); // a name has no blank
    done(made(folder, "init", "--name", "work"));
  }

  @Test
  void a_file_that_cannot_get_its_lines_is_named_before_anything_is_written() throws IOException {
    Path ignore = Files.write(folder.resolve(".gitignore"), new byte[] {'s', (byte) 0xE9, '\n'});

    assertEquals(
        new Ran(
            1,
            "",
            "launcher: %s cannot be written: %s is not UTF-8. Correct it first.\n"
                .formatted(folder, ignore)),
        made(folder, "init", "--name", "work"));
    assertEquals(List.of(folder, ignore), files());
  }

  @Test
  void a_wrong_word_is_a_usage_error_and_writes_nothing() throws IOException {
    done(made(folder, "init", "--name", "work", "--no-hello"));
    List<Path> before = files();

    for (String name : List.of("a/b", "..")) {
      assertEquals(2, made(folder, "new", name).exitCode(), name);
    }
    for (String words : List.of("tool", "tool ../x", "ui --tool ..")) {
      Ran ran = scaffolded(folder, words.split(" "));
      assertEquals(2, ran.exitCode(), words + ": " + ran);
    }
    assertEquals(2, scaffolded(folder).exitCode());

    assertEquals(before, files());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }
}
