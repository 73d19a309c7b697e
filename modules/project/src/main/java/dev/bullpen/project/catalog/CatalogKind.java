package dev.bullpen.project.catalog;

/** The kinds of things a project offers, each with a list of its own. */
public enum CatalogKind {
  TOOLS,
  PROMPTS,
  RESOURCES,
  RESOURCE_TEMPLATES
}
