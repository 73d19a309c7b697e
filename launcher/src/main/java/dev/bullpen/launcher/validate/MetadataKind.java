package dev.bullpen.launcher.validate;

import java.util.List;
import java.util.Map;

/**
 * What metadata is about, and the keys that mean something there: to Bullpen, to mcp-bash, or to
 * the bundles that mcp-bash makes.
 */
enum MetadataKind {
  TOOL(
      "tool",
      """
      name title description inputSchema arguments outputSchema annotations icons
      timeoutSecs maxTimeoutSecs progressExtendsTimeout timeoutHint limits path java
      metadata
      """),
  PROMPT(
      "prompt",
      """
      name title description arguments role render icons limits completions path java
      metadata
      """),
  RESOURCE(
      "resource",
      """
      name title description uri uriTemplate mimeType provider size annotations icons
      limits completions path java metadata
      """),
  INTERFACE(
      "interface",
      """
      name title description entrypoint meta icons template config
      """),
  SERVER(
      "server",
      """
      name title version description websiteUrl icons cache env author authors
      repository license homepage documentation support keywords screenshots
      localization compatibility platform_overrides privacy_policies long_description
      long_description_file user_config user_config_file
      """);

  /** Members that are objects, or arrays of objects, with keys of their own. */
  private static final Map<String, List<String>> INNER =
      Map.of(
          "annotations",
          words(
              """
              title readOnlyHint destructiveHint idempotentHint openWorldHint audience priority
              lastModified
              """),
          "icons",
          words("src mimeType sizes theme"),
          "arguments",
          words("name title description required enum examples type"));

  /** What authors who come from elsewhere write, and what is meant. */
  private static final Map<String, String> ALIASES =
      Map.of("parameters", "inputSchema", "params", "inputSchema", "schema", "inputSchema");

  final String word;
  final List<String> keys;

  /**
   * @param keys between blanks and line ends; those of bundles are last
   */
  MetadataKind(String word, String keys) {
    this.word = word;
    this.keys = words(keys);
  }

  private static List<String> words(String text) {
    return List.of(text.split("\\s+"));
  }

  /** The keys within a member; none if it may have any. */
  static List<String> inner(String member) {
    return INNER.getOrDefault(member, List.of());
  }

  String meant(String key) {
    return this == TOOL ? ALIASES.getOrDefault(key, key) : key;
  }
}
