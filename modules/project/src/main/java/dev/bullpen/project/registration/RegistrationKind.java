package dev.bullpen.project.registration;

/** What can be registered: the member of {@code register.json}, and the functions for it. */
public enum RegistrationKind {
  TOOLS("tools", "mcp_tools", "mcp_register_tool"),
  RESOURCES("resources", "mcp_resources", "mcp_register_resource"),
  RESOURCE_TEMPLATES("resourceTemplates", "mcp_resources_templates", ""),
  PROMPTS("prompts", "mcp_prompts", "mcp_register_prompt"),
  COMPLETIONS("completions", "mcp_completion", "");

  private final String member;
  private final String functions;
  private final String shortFunction;

  RegistrationKind(String member, String functions, String shortFunction) {
    this.member = member;
    this.functions = functions;
    this.shortFunction = shortFunction;
  }

  /** The member of a registration that holds the entries. */
  public String member() {
    return member;
  }

  /** Forgets what was registered and takes what follows. */
  String begin() {
    return functions + "_manual_begin";
  }

  /** Forgets what was registered and takes nothing more. */
  String abort() {
    return functions + "_manual_abort";
  }

  /** Keeps what was registered and takes nothing more. */
  String end() {
    return functions + "_manual_finalize";
  }

  /** Whether a function registers one entry of this kind. */
  boolean isRegisteredBy(String function) {
    return function.equals(functions + "_register_manual") || function.equals(shortFunction);
  }
}
