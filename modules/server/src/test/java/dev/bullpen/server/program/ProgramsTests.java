package dev.bullpen.server.program;

import static dev.bullpen.server.program.ProgramBench.COUNTS;
import static dev.bullpen.server.program.ProgramBench.MAIN;
import static dev.bullpen.server.program.ProgramBench.ask;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.server.program.ProgramBench.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ProgramsTests {
  private static HelperPool pool;

  @TempDir Path temporary;
  private ProgramBench bench;

  @BeforeAll
  static void start() throws IOException {
    pool = ProgramBench.newPool();
  }

  @AfterAll
  static void end() {
    pool.close(Duration.ofSeconds(5));
  }

  @BeforeEach
  void open() throws IOException {
    bench = new ProgramBench(temporary, pool);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_script_is_a_program_at_once() throws Exception {
    Asked asked = ask(bench.programs(COUNTS), "/x/y.sh", "an argument");

    assertTrue(asked.isAnswered());
    assertEquals(Program.script(List.of("/x/y.sh", "an argument")), asked.program());
    assertFalse(Files.exists(bench.cache));
  }

  @Test
  void a_source_is_compiled_and_run_by_its_class() throws Exception {
    Path source = bench.file("tools/x/tool.java", MAIN);

    Program program = ask(bench.programs(), source.toString(), "an argument").program();

    assertEquals(List.of("Any", "an argument"), program.argv());
    assertEquals(1, program.classPath().size());
    assertTrue(Files.exists(Path.of(program.classPath().get(0), "Any.class")));
    assertTrue(program.classPath().get(0).startsWith(bench.cache.toString()));
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(bench.cache)));
  }

  @Test
  void what_is_known_is_answered_at_once() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path source = bench.file("x.java", MAIN);
    ask(programs, source).program();

    assertTrue(ask(programs, source).isAnswered());
    assertEquals(1, bench.runs());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm \"$1\"/*.class",
        ": > \"$1/Any.class\"",
        "echo > \"$1/Any.class\"; echo > \"$1/Other.class\""
      })
  void damaged_classes_are_compiled_again(String damage) throws Exception {
    Path source = bench.file("x.java", MAIN);
    Programs programs = bench.programs(COUNTS);
    Program first = ask(programs, source).program();
    new ProcessBuilder("/bin/sh", "-c", damage, "sh", first.classPath().get(0)).start().waitFor();

    assertEquals(first, ask(bench.programs(COUNTS), source).program(), "by the next server");
    assertEquals(2, bench.runs());

    new ProcessBuilder("/bin/sh", "-c", damage, "sh", first.classPath().get(0)).start().waitFor();
    bench.later();
    assertEquals(first, ask(programs, source).program(), "by the same one");
    assertEquals(3, bench.runs());
    assertEquals("\n", Files.readString(Path.of(first.classPath().get(0), "Any.class")));
  }

  @Test
  void classes_of_the_same_length_that_are_others_are_compiled_again_by_the_next_server()
      throws Exception {
    Path source = bench.file("x.java", MAIN);
    Program first = ask(bench.programs(COUNTS), source).program();
    Files.writeString(Path.of(first.classPath().get(0), "Any.class"), "x");

    assertEquals(first, ask(bench.programs(COUNTS), source).program());
    assertEquals(2, bench.runs());
  }

  @Test
  void classes_outlive_the_server() throws Exception {
    Path source = bench.file("x.java", MAIN);
    Program first = ask(bench.programs(COUNTS), source).program();

    assertEquals(first, ask(bench.programs(COUNTS), source).program());
    assertEquals(1, bench.runs());
  }

  @Test
  void another_source_compiler_or_name_is_compiled_anew_and_an_old_source_is_not()
      throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path source = bench.file("x.java", MAIN);
    Program first = ask(programs, source).program();
    bench.file("x.java", MAIN + "// longer\n");
    assertNotEquals(first, ask(programs, source).program());
    assertEquals(2, bench.runs());
    bench.file("x.java", MAIN);
    assertEquals(first, ask(programs, source).program());
    assertEquals(2, bench.runs());

    ask(programs, bench.file("y.java", MAIN)).program();
    assertEquals(3, bench.runs());

    Programs updated = bench.programs(List.of("/bin/sh", "-c", COUNTS, "compiler"), "2");
    assertNotEquals(first, ask(updated, source).program());
    assertEquals(4, bench.runs());
  }

  @Test
  void the_projects_jars_are_in_the_class_path_by_name_and_count() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path b = bench.file("lib/b.jar", "b");
    Path a = bench.file("lib/a.jar", "a");
    bench.file("lib/shell.sh", "");
    bench.file("lib/.hidden.jar", "");
    Path source = bench.file("x.java", MAIN);

    Program first = ask(programs, source).program();

    assertEquals(List.of(a.toString(), b.toString()), first.classPath().subList(1, 3));
    assertEquals(3, first.classPath().size());

    bench.file("lib/b.jar", "another b");
    bench.later();
    assertNotEquals(first, ask(programs, source).program());
    assertEquals(2, bench.runs());
  }

  @Test
  void a_jar_that_others_may_write_or_that_lies_elsewhere_is_refused() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path source = bench.file("x.java", MAIN);
    Path jar = bench.file("lib/a.jar", "a");
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-r--"));

    assertEquals(
        "lib/a.jar may be written by its group or by everybody",
        ask(programs, source).failure().sentence());

    Files.delete(jar);
    Path outside = Files.writeString(temporary.resolve("outside.jar"), "");
    Files.createSymbolicLink(jar, outside);
    bench.later();
    assertEquals("lib/a.jar leads out of the project", ask(programs, source).failure().sentence());

    Files.delete(jar);
    bench.later();
    assertEquals(1, ask(programs, source).program().classPath().size());
  }

  @Test
  void a_source_that_does_not_compile_is_reported_without_paths_and_compiled_once()
      throws Exception {
    Programs programs = bench.programs();
    Path source =
        bench.file("tools/x/tool.java", "class A {\n  int x = \"\";\n  int y = \"\";\n}\n");

    NoProgramException failure = ask(programs, source).failure();

    assertEquals("not-compiled", failure.reason());
    assertEquals(
        "tool.java does not compile: line 2: incompatible types: java.lang.String cannot be"
            + " converted to int (and 1 more)",
        failure.sentence());
    assertTrue(failure.complaints().startsWith("tool.java:2: incompatible"), failure.complaints());
    assertFalse(failure.complaints().contains(temporary.toString()));
    assertEquals(List.of(), bench.kept());
    assertTrue(ask(programs, source).isAnswered());

    bench.file("tools/x/tool.java", MAIN);
    assertEquals(List.of("Any"), ask(programs, source).program().argv());
  }

  @Test
  void a_jar_that_cannot_be_read_is_named_without_its_path() throws Exception {
    bench.file("lib/broken.jar", "no jar");

    NoProgramException failure =
        ask(bench.programs(), bench.file("x.java", "import no.Such;\n" + MAIN)).failure();

    assertEquals("not-compiled", failure.reason());
    assertFalse(failure.complaints().contains(temporary.toString()), failure.complaints());
    assertFalse(failure.sentence().contains(temporary.toString()), failure.sentence());
  }

  @Test
  void without_a_compiler_kept_classes_still_run() throws Exception {
    Path kept = bench.file("x.java", MAIN);
    Path other = bench.file("y.java", MAIN);
    ask(bench.programs(COUNTS), kept).program();
    Programs runtime = bench.programs("echo This Java has no compiler >&2; exit 2");

    assertEquals(List.of("Any"), ask(runtime, kept).program().argv());
    NoProgramException failure = ask(runtime, other).failure();

    assertEquals("no-compiler", failure.reason());
    assertEquals(
        "y.java has to be compiled, but this server runs on a Java without a compiler",
        failure.sentence());
  }

  @Test
  void a_compiler_that_breaks_is_not_the_authors_error_and_asked_again() throws Exception {
    Path source = bench.file("x.java", MAIN);
    Programs programs =
        bench.programs(
            "[ -e mended ] && { " + COUNTS + "; exit; }; echo no boot layer >&2; exit 1");

    assertEquals(
        "the compiler failed with exit code 1 on x.java",
        ask(programs, source).failure().sentence());

    bench.file("mended", "");
    assertEquals(List.of("Any"), ask(programs, source).program().argv());
  }

  @Test
  void a_compiler_that_writes_without_end_is_ended() throws Exception {
    NoProgramException failure = ask(bench.programs("yes"), bench.file("x.java", MAIN)).failure();

    assertEquals("output-limit", failure.reason());
    assertEquals(List.of(), bench.kept());
  }

  @Test
  void a_source_of_a_mebibyte_is_compiled_and_a_longer_one_is_not() throws Exception {
    Programs programs = bench.programs(COUNTS);
    String most = "x".repeat(ProgramVersion.SOURCE_BYTES);

    assertEquals(List.of("Any"), ask(programs, bench.file("x.java", most)).program().argv());
    assertEquals(
        "x.java cannot be compiled: longer than 1048576 bytes",
        ask(programs, bench.file("x.java", most + "x")).failure().sentence());
  }

  @Test
  void a_source_that_is_gone_or_a_folder_is_refused() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Files.createDirectories(bench.root.resolve("folder.java"));

    assertEquals(
        "gone.java cannot be compiled: not a regular file",
        ask(programs, bench.root.resolve("gone.java")).failure().sentence());
    assertEquals(
        "not-started", ask(programs, bench.root.resolve("folder.java")).failure().reason());
  }

  private static long brokenWhereProgramsAreFound() {
    if (Thread.currentThread().getName().equals("programs")) {
      throw new LinkageError("broken");
    }
    return 0;
  }

  @Test
  void a_request_that_meets_a_broken_server_is_answered_too() throws Exception {
    Programs programs =
        bench.programs(List.of("/bin/false"), "1", ProgramsTests::brokenWhereProgramsAreFound);

    assertEquals("not-started", ask(programs, bench.file("x.java", MAIN)).failure().reason());
  }

  @Test
  void a_cache_that_was_emptied_is_filled_again() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path source = bench.file("x.java", MAIN);
    String folder = ask(programs, source).program().classPath().get(0);
    new PrivateFolder(Path.of(folder).getParent()).remove();
    bench.later();

    Program again = ask(programs, source).program();

    assertTrue(Files.exists(Path.of(again.classPath().get(0), "Any.class")));
    assertEquals(2, bench.runs());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mkdir \"${2%/classes}/provider\"", "mkdir \"${2%/classes}/probe\"; exit 9"})
  void where_the_cache_cannot_be_written_classes_lie_in_a_private_folder(String full)
      throws Exception {
    Path source = bench.file("x.java", MAIN);
    Programs programs = bench.programs("case $2 in */cache/*) " + full + " ;; esac; " + COUNTS);

    Program program = ask(programs, source).program();

    assertFalse(program.classPath().get(0).startsWith(bench.cache.toString()));
    assertEquals(List.of(), bench.kept());
    assertEquals(program, ask(programs, source).program());
  }

  @Test
  void what_can_be_kept_nowhere_is_an_error_and_leaves_nothing() throws Exception {
    Programs programs = bench.programs("mkdir \"${2%/classes}/provider\"; " + COUNTS);

    assertEquals(
        "x.java cannot be compiled: its classes cannot be kept",
        ask(programs, bench.file("x.java", MAIN)).failure().sentence());

    assertEquals(List.of(), bench.kept());
    assertEquals(2, bench.runs());
  }
}
