package dev.bullpen.project.registration;

/**
 * The kinds of items that can be registered: the member of {@code register.json}, and the
 * functions.
 */
public enum RegistrationKind {
  TOOLS("tools", "mcp_tools", "mcp_register_tool"),
  RESOURCES("resources", "mcp_resources", "mcp_register_resource"),
  RESOURCE_TEMPLATES("resourceTemplates", "mcp_resources_templates", ""),
  PROMPTS("prompts", "mcp_prompts", "mcp_register_prompt"),
  COMPLETIONS("completions", "mcp_completion", "");

  private final String member;

  /** The prefix of all its functions' names, except the short one. */
  final String functions;

  final String shortFunction;

  RegistrationKind(String member, String functions, String shortFunction) {
    this.member = member;
    this.functions = functions;
    this.shortFunction = shortFunction;
  }

  public String member() {
    return member;
  }
}
