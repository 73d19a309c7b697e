package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import java.util.List;
import java.util.Map;

/** What scripts are told of roots. These seldom change, so what was told last is kept. */
public final class RootVariables {
  private record Told(Roots roots, Map<String, String> variables) {}

  private volatile Told last = told(new Roots(List.of()));

  /** Nobody has been told of any yet. */
  public RootVariables() {}

  public Map<String, String> of(Roots roots) {
    Told told = last;
    if (told.roots() != roots) {
      told = told(roots);
      last = told;
    }
    return told.variables();
  }

  private static Told told(Roots roots) {
    Payload payload = new Payload(0);
    payload.put("MCP_ROOTS_JSON", Json.text(roots.toJson()));
    payload.put("MCP_ROOTS_PATHS", roots.paths());
    payload.put("MCP_ROOTS_COUNT", Integer.toString(roots.all().size()));
    return new Told(roots, payload.variables().environment());
  }
}
