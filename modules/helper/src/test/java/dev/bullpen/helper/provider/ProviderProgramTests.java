package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderProgramTests {
  private static final String BROKEN = "dev.bullpen.test.broken";
  private static final String LIBRARY = "dev.bullpen.test.library";

  /** Can be initialized when what it needs is there. */
  public static final class Fragile implements Tool {
    static {
      if (System.getProperty(BROKEN) != null) {
        throw new AssertionError("what it needs is not there");
      }
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("it is");
    }
  }

  /** Has a library with native code. */
  public static final class Native implements Tool {
    static {
      System.load(System.getProperty(LIBRARY));
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("it is loaded");
    }
  }

  /** Says of its library's failure no more than its words. */
  public static final class Wrapped implements Tool {
    @Override
    public ToolResult call(ToolRequest request) {
      try {
        return new Native().call(request);
      } catch (UnsatisfiedLinkError e) {
        throw new IllegalStateException("no library: " + e.getMessage());
      }
    }
  }

  private final ProjectClasses classes = new ProjectClasses();

  /** A program sets that of its thread, which is its own elsewhere. */
  private final ClassLoader ours = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void mend() {
    System.clearProperty(BROKEN);
    System.clearProperty(LIBRARY);
    Thread.currentThread().setContextClassLoader(ours);
  }

  private String said() throws Throwable {
    return said(Fragile.class, "/nowhere");
  }

  /** By a loader for each value of {@code other}. */
  private String said(Class<?> type, String other) throws Throwable {
    String place =
        Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    StringBuilder said = new StringBuilder();
    new ProviderProgram(classes, List.of(place, other), List.of(type.getName()))
        .run(
            Map.of("MCP_TOOL_NAME", "fragile", "MCP_TOOL_ARGS_JSON", "{}"),
            new Recorder(),
            new PrintedOutput(null, null, null) {
              @Override
              void result(byte[] bytes) {
                said.append(new String(bytes, UTF_8));
              }

              @Override
              void printedIsResult() {}
            });
    return said.toString();
  }

  @Test
  void what_an_initializer_could_not_do_is_tried_again_by_the_next_request() throws Throwable {
    System.setProperty(BROKEN, "yes");
    assertEquals(
        "what it needs is not there", assertThrows(AssertionError.class, this::said).getMessage());
    System.clearProperty(BROKEN);
    assertTrue(said().contains("it is"));
  }

  /** One that every program has mapped; each test has its own, as loaders may live on. */
  private static void findLibrary(String name) throws IOException {
    Path maps = Path.of("/proc/self/maps");
    assumeTrue(Files.exists(maps), "libraries are found in /proc");
    Optional<String> library =
        Files.readAllLines(maps).stream()
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .filter(path -> path.matches("/.*/" + name + "[.-][^/]*"))
            .findFirst();
    assumeTrue(library.isPresent(), "this system has no " + name);
    System.setProperty(LIBRARY, library.get());
  }

  @Test
  void a_library_of_an_earlier_loader_is_distinguished_from_what_another_try_may_mend()
      throws Throwable {
    findLibrary("libm");
    System.setProperty(BROKEN, "yes");
    assertThrows(AssertionError.class, this::said);
    assertTrue(said(Native.class, "/one").contains("it is loaded"));
    assertTrue(classes.areLoadable());
    assertThrows(UnsatisfiedLinkError.class, () -> said(Native.class, "/two"));
    assertFalse(classes.areLoadable());
  }

  @Test
  void so_is_one_of_which_a_provider_says_the_words_only() throws Throwable {
    findLibrary("libc");
    said(Native.class, "/one");
    assertThrows(IllegalStateException.class, () -> said(Wrapped.class, "/two"));
    assertFalse(classes.areLoadable());
  }
}
