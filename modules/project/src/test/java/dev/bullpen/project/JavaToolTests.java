package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that are programs in Java: which files are, and that nothing but their path is started. */
class JavaToolTests extends ProjectTest {
  private static final String INLINE = "// mcp: {\"name\": \"inside\"}\nclass A {}\n";

  private ProjectFixture described(String file) throws IOException {
    return project
        .file("tools/a/" + file, "class A {}")
        .file("tools/a/tool.meta.json", "{\"name\": \"a\"}");
  }

  private void assertRejected(String detail) {
    ToolResolver.Broken broken =
        assertInstanceOf(ToolResolver.Broken.class, project.open().tools().resolve("a"));
    assertEquals(
        "Tool 'a' path rejected by policy. The log of the server says why and what to change.",
        broken.message());
    assertTrue(broken.detail().contains(detail), broken.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool.java", "tool.jar"})
  void metadata_makes_a_tool_of_it_without_any_permission(String file) throws IOException {
    described(file);
    assertEquals(List.of("a"), tools());
    assertEquals(List.of(path("tools/a/" + file)), command("a"));
    assertProblems();
  }

  @Test
  void it_may_be_called_as_the_tool_is() throws IOException {
    project.file("tools/x/fetch.java", "class F {}").file("tools/x/fetch.meta.json", "{}");
    assertEquals(List.of(path("tools/x/fetch.java")), command("fetch"));
    project
        .file("tools/y/get.java", "class G {}")
        .file("tools/y/get.java.meta.json", "{\"name\": \"g\"}");
    assertEquals(List.of(path("tools/y/get.java")), command("g"));
    assertProblems();
  }

  @Test
  void a_source_may_carry_its_metadata_inside_and_a_jar_may_not() throws IOException {
    project.file("tools/a/A.java", INLINE).file("tools/b/b.jar", INLINE);
    assertEquals(List.of("inside"), tools());
    assertEquals(List.of(path("tools/a/A.java")), command("inside"));
    assertProblems();
  }

  @Test
  void without_metadata_it_is_a_library_executable_or_not() throws IOException {
    project
        .file("tools/a/Library.java", "class Library {}")
        .script("tools/b/Shebang.java", "#!/usr/bin/java --source 17\nclass S {}")
        .script("tools/c/lib.jar", "PK")
        .script("tools/lib/other.jar", "PK")
        .script("tools/d/tool.sh");
    assertEquals(List.of("tool"), tools());
    assertProblems();
  }

  @Test
  void sources_and_jars_around_a_described_tool_are_its_libraries() throws IOException {
    described("tool.java")
        .file("tools/a/Helper.java", "class Helper {}")
        .script("tools/a/lib/x.jar", "PK")
        .file("tools/a/src/Inside.java", INLINE);
    assertEquals(List.of("a"), tools());
    assertProblems();
  }

  @Test
  void a_tool_java_without_a_description_is_reported() throws IOException {
    project.file("tools/a/tool.java", "class A {}");
    assertEquals(List.of(), tools());
    assertProblems("tools/a/tool.java is not published: it has no metadata. Describe it");
  }

  @ParameterizedTest
  @CsvSource({"rwxr-xr-x, rw-r--r--", "rwxr-xr-x, rwxr-xr-x", "rw-r--r--, rwxr-xr-x"})
  void a_script_of_the_same_name_is_meant_before_it_and_the_doubt_is_reported(
      String ofScript, String ofSource) throws IOException {
    described("tool.java").script("tools/a/tool.sh").file("tools/a/tool.txt", "text");
    ProjectFixture.permit(project.root.resolve("tools/a/tool.sh"), ofScript);
    ProjectFixture.permit(project.root.resolve("tools/a/tool.java"), ofSource);
    Path script = toolNamed("a").script();
    assertEquals(path("tools/a/tool.sh"), script.toString());
    assertProblems("counts as metadata of tool.sh, but could be that of tool.java. Name it after");
  }

  @Test
  void a_source_is_meant_before_a_jar_and_the_doubt_is_reported() throws IOException {
    described("tool.java").file("tools/a/tool.jar", "PK");
    assertEquals(List.of(path("tools/a/tool.java")), command("a"));
    assertProblems("counts as metadata of tool.java, but could be that of tool.jar");
  }

  @Test
  void it_is_meant_before_what_is_no_program() throws IOException {
    described("tool.java").file("tools/a/tool.data", "").file("tools/a/tool.py", "print()");
    assertEquals(List.of(path("tools/a/tool.java")), command("a"));
    assertProblems();
  }

  @Test
  void metadata_of_the_whole_name_leaves_no_doubt() throws IOException {
    described("tool.java")
        .script("tools/a/tool.sh")
        .file("tools/a/tool.java.meta.json", "{\"name\": \"java\"}");
    assertEquals(List.of("a", "java"), tools());
    assertEquals(List.of(path("tools/a/tool.java")), command("java"));
    assertEquals(List.of(path("tools/a/tool.sh")), command("a"));
    assertProblems();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rwxr-xr-x"})
  void a_source_is_never_handed_to_a_shell(String permissions) throws IOException {
    described("tool.java").file("tools/a/tool.java", "#!/bin/sh\necho\n");
    ProjectFixture.permit(project.root.resolve("tools/a/tool.java"), permissions);
    assertEquals(List.of(path("tools/a/tool.java")), command("a"));
  }

  @ParameterizedTest
  @CsvSource({"rw-rw-r--", "rw-r--rw-"})
  void one_that_others_may_write_is_not_started(String permissions) throws IOException {
    described("tool.java");
    ProjectFixture.permit(project.root.resolve("tools/a/tool.java"), permissions);
    assertRejected("chmod go-w");
  }

  @Test
  void only_the_end_of_a_name_makes_it_one() throws IOException {
    described("tool.java.sh");
    project.file("tools/a/tool.java.meta.json", "{\"name\": \"b\"}");
    assertTrue(command("b").get(0).endsWith("/bash"));
  }
}
