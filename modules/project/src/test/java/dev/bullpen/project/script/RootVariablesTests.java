package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootVariablesTests {
  private final RootVariables variables = new RootVariables();

  private static Roots roots(String path) {
    return new Roots(List.of(new Root("file://" + path, Optional.empty(), Path.of(path))));
  }

  private String paths(Roots roots) {
    return variables.of(roots).get("MCP_ROOTS_PATHS");
  }

  @Test
  void each_call_is_told_its_own_roots_whatever_was_told_before() {
    Roots one = roots("/one");
    assertEquals("/one", paths(one));
    assertEquals("/two", paths(roots("/two")));
    assertEquals("", paths(new Roots(List.of())));
    assertEquals("/one", paths(one));
    assertEquals("1", variables.of(one).get("MCP_ROOTS_COUNT"));
  }
}
