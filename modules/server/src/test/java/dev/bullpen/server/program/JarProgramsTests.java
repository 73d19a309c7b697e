package dev.bullpen.server.program;

import static dev.bullpen.server.program.ProgramBench.COUNTS;
import static dev.bullpen.server.program.ProgramBench.ask;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.JobRequest.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are jars. */
class JarProgramsTests {
  @TempDir Path temporary;
  private ProgramBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new ProgramBench(temporary);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_jar_is_run_by_the_service_it_declares_else_by_its_main_class() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path jar = bench.root.resolve("tool.jar");
    jar(
        jar,
        "a.Main",
        "META-INF/services/dev.bullpen.api.Tool",
        "# ours\n\na.Tool # the tool\nb.Tool\n");

    Program declared = ask(programs, jar).program();
    assertEquals(List.of("a.Tool"), declared.argv());
    assertEquals(jar.toString(), declared.classPath().get(1));
    assertTrue(ask(programs, jar).isAnswered());

    jar(jar, "a.Main", "nothing", "");
    Program main = ask(programs, jar).program();
    assertEquals(List.of("a.Main"), main.argv());
    assertNotEquals(declared.classPath(), main.classPath());
    assertEquals(0, bench.runs());
  }

  @Test
  void a_jar_in_lib_is_in_the_class_path_once() throws Exception {
    Path jar = bench.root.resolve("lib/all.jar");
    Files.createDirectories(jar.getParent());
    jar(jar, "a.Main", "nothing", "");

    assertEquals(
        List.of(jar.toString()),
        ask(bench.programs(COUNTS), jar).program().classPath().subList(1, 2));
  }

  @Test
  void a_jar_without_a_provider_and_one_that_is_none_are_refused() throws Exception {
    Programs programs = bench.programs(COUNTS);
    Path jar = bench.root.resolve("tool.jar");
    jar(jar, "", "META-INF/services/dev.bullpen.api.Tool", "no name!\n");

    assertEquals("tool.jar names no provider", ask(programs, jar).failure().sentence());
    assertEquals(
        "x.jar is no jar", ask(programs, bench.file("x.jar", "text")).failure().sentence());
  }

  private void jar(Path jar, String main, String entry, String text) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!main.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    }
    Path made = temporary.resolve("made.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(made), manifest)) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
  }
}
