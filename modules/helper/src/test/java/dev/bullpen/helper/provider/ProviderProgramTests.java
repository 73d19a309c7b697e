package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderProgramTests {
  private static final String BROKEN = "dev.bullpen.test.broken";

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

  private final ProjectClasses classes = new ProjectClasses();

  /** A program sets that of its thread, which is its own elsewhere. */
  private final ClassLoader ours = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void mend() {
    System.clearProperty(BROKEN);
    Thread.currentThread().setContextClassLoader(ours);
  }

  private String said() throws Throwable {
    String place =
        Path.of(Fragile.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    StringBuilder said = new StringBuilder();
    new ProviderProgram(classes, List.of(place), List.of(Fragile.class.getName()))
        .run(
            Map.of("MCP_TOOL_NAME", "fragile", "MCP_TOOL_ARGS_JSON", "{}"),
            new Recorder(),
            new ProviderOutput() {
              @Override
              public void result(byte[] bytes) {
                said.append(new String(bytes, UTF_8));
              }

              @Override
              public void printedIsResult() {}
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
}
