package dev.bullpen.project.catalog;

/** The kinds of things that a project offers. Each has its own list. */
public enum CatalogKind {
  TOOLS,
  PROMPTS,
  RESOURCES,
  RESOURCE_TEMPLATES
}
