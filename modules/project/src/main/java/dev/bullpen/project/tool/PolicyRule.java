package dev.bullpen.project.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a project's policy may do to what the operator allows. */
public enum PolicyRule {
  /** It decides, as under mcp-bash: it may allow what the operator does not. */
  PROJECT,
  /** It may only deny more. */
  NARROW;

  /** The variable of the server's environment that has the word. */
  public static final String VARIABLE = "BULLPEN_POLICY";

  /** As the environment says, which has been checked by {@link #of(String)}. */
  static PolicyRule of(Map<String, String> env) {
    return of(env.getOrDefault(VARIABLE, "")).orElse(PROJECT);
  }

  public static Optional<PolicyRule> of(String word) {
    return Arrays.stream(values()).filter(rule -> rule.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
