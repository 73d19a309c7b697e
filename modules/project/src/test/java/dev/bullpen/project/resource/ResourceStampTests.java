package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By what a change of a resource is seen without reading it. */
class ResourceStampTests extends ResourceProject {
  @Test
  void the_stamp_of_a_file_changes_with_the_file() throws Exception {
    String uri = uri("s.txt");
    String missing = reading().reads().stamp(uri).orElseThrow();
    project.file("resources/s.txt", "a");
    Path file = project.root.resolve("resources/s.txt");
    String first = reading().reads().stamp(uri).orElseThrow();
    assertNotEquals(missing, first);
    assertEquals(first, reading().reads().stamp(uri).orElseThrow());
    Files.writeString(file, "ab");
    String longer = reading().reads().stamp(uri).orElseThrow();
    assertNotEquals(first, longer);
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(Files.createFile(file.resolveSibling("new")), "cd");
    Files.setLastModifiedTime(file.resolveSibling("new"), time);
    Files.delete(file);
    Files.move(file.resolveSibling("new"), file);
    assertNotEquals(longer, reading().reads().stamp(uri).orElseThrow());
    Files.delete(file);
    assertEquals(missing, reading().reads().stamp(uri).orElseThrow());
  }

  @Test
  void the_stamp_of_a_folder_changes_with_its_files() throws Exception {
    project.file("resources/d/a", "a");
    folder("d");
    String first = reading().reads().stamp(uri("d")).orElseThrow();
    project.file("resources/d/a", "ab");
    String longer = reading().reads().stamp(uri("d")).orElseThrow();
    project.file("resources/d/b", "");
    assertNotEquals(first, longer);
    assertNotEquals(longer, reading().reads().stamp(uri("d")).orElseThrow());
  }

  @Test
  void a_file_outside_has_the_stamp_of_one_that_is_missing() throws IOException {
    project.file("outside.txt", "a");
    assertEquals(
        reading().reads().stamp(uri("gone")), reading().reads().stamp(uri("../outside.txt")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://h/a", "echo://b", "own://a", "nonsense", "git+https://h/r"})
  void what_is_no_local_file_has_no_stamp(String uri) throws IOException {
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"echo://a\"}]");
    assertEquals(Optional.empty(), reading().reads().stamp(uri));
  }

  @Test
  void the_stamp_of_what_a_uri_says_itself_never_changes() throws IOException {
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"echo://a\"}]");
    String stamp = reading().reads().stamp("echo://a").orElseThrow();
    project.file("resources/a", "a");
    assertEquals(stamp, reading().reads().stamp("echo://a").orElseThrow());
  }

  @Test
  void a_file_that_a_script_reads_has_no_stamp() throws IOException {
    project.script("providers/file.sh");
    assertEquals(Optional.empty(), reading().reads().stamp(uri("a b%ä.json")));
  }
}
