package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Gathers what one script is told. JSON goes into a variable, {@code NAME_JSON}; where it is longer
 * than {@code MCPBASH_ENV_PAYLOAD_THRESHOLD} characters, or than any variable may be, that is empty
 * and {@code NAME_FILE} says where a file with it is.
 */
public final class Payload {
  /** A little more than a tool without arguments is told, so that there is no second table. */
  private static final int MOST = 32;

  private final int threshold;
  private final Map<String, String> environment = new HashMap<>(MOST);
  private final Map<String, byte[]> files = new HashMap<>();
  private final Map<String, String> fileVariables = new HashMap<>();

  /**
   * Begin.
   *
   * @param threshold characters of JSON that still go into a variable; 0 for none at all
   */
  public Payload(int threshold) {
    this.threshold = threshold;
  }

  /** Tell a text, or nothing but its being there if no environment can carry it. */
  public void put(String variable, String text) {
    boolean tellable = EnvironmentValue.isCarriable(text) && EnvironmentValue.fits(variable, text);
    environment.put(variable, tellable ? text : "");
  }

  /** Tell texts that are known to fit. */
  public void putAll(Map<String, String> variables) {
    environment.putAll(variables);
  }

  /** Tell JSON. */
  public void json(String name, String file, JsonNode value) {
    json(name, file, Json.text(value));
  }

  /** Tell JSON that is text already. */
  public void json(String name, String file, String text) {
    String variable = name + "_JSON";
    if (text.length() <= threshold && EnvironmentValue.fits(variable, text)) {
      environment.put(variable, text);
    } else {
      environment.put(variable, "");
      files.put(file, text.getBytes(StandardCharsets.UTF_8));
      fileVariables.put(name + "_FILE", file);
    }
  }

  public ToolVariables variables() {
    return new ToolVariables(environment, files, fileVariables);
  }
}
