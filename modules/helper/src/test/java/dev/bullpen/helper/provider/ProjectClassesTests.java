package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectClassesTests {
  private static final String USED = "dev.bullpen.test.used";
  private static final Map<String, String> ASKED =
      Map.of(
          "MCP_COMPLETION_NAME",
          "c",
          "MCP_COMPLETION_ARGS_JSON",
          "{\"argument\":{\"name\":\"a\",\"value\":\"\"}}");

  /** Says as soon as anything of it is used. */
  public static final class Telltale implements CompletionProvider {
    static {
      System.setProperty(USED, "yes");
    }

    @Override
    public Suggestions complete(CompletionRequest request) {
      return Suggestions.of("x");
    }
  }

  @AfterEach
  void forget() {
    System.clearProperty(USED);
  }

  private static List<String> classPath() throws URISyntaxException {
    return List.of(
        Path.of(Telltale.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString());
  }

  @Test
  void loading_a_class_runs_nothing_of_it() throws Exception {
    ProjectClasses classes = new ProjectClasses();
    classes.load(classPath(), Telltale.class.getName());
    assertNull(System.getProperty(USED));

    ProjectClasses.Loaded loaded = classes.load(classPath(), Telltale.class.getName());
    assertNotSame(Telltale.class, loaded.type());
    assertSame(loaded, classes.load(classPath(), Telltale.class.getName()));
    assertNull(System.getProperty(USED));

    loaded.call().orElseThrow().run(List.of(), ASKED, new Recorder());
    assertEquals("yes", System.getProperty(USED));
  }

  @Test
  void what_the_helper_is_made_of_cannot_be_seen_and_the_jdk_can() throws Exception {
    List<String> nothing = List.of("/nowhere");
    for (String own :
        List.of(
            ProjectClasses.class.getName(),
            "dev.bullpen.posix.proc.Signal",
            "tools.jackson.core.JsonParser")) {
      assertThrows(
          ClassNotFoundException.class, () -> new ProjectClasses().load(nothing, own), own);
    }
    for (String known : List.of("java.net.http.HttpClient", "dev.bullpen.api.Tool")) {
      assertEquals(known, new ProjectClasses().load(nothing, known).type().getName());
    }
  }

  @Test
  void a_resource_of_a_jar_that_is_replaced_is_the_new_one(@TempDir Path folder) throws Exception {
    ProjectClasses classes = new ProjectClasses();
    Path jar = folder.resolve("l.jar");
    for (String content : List.of("one", "two")) {
      jar(jar, "r.txt", content);
      List<String> classPath = new ArrayList<>(classPath());
      classPath.add(0, folder.resolve(content).toString());
      classPath.add(jar.toString());
      Class<?> type = classes.load(classPath, Telltale.class.getName()).type();
      try (InputStream in = type.getResourceAsStream("/r.txt")) {
        assertEquals(content, new String(in.readAllBytes(), UTF_8));
      }
    }
  }

  private static void jar(Path jar, String name, String content) throws IOException {
    Path made = jar.resolveSibling("made");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(made))) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content.getBytes(UTF_8));
    }
    Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void what_is_nowhere_cannot_be_loaded() throws Exception {
    List<String> classPath = classPath();
    assertThrows(
        ClassNotFoundException.class, () -> new ProjectClasses().load(classPath, "Nowhere"));
  }
}
