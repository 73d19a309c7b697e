package dev.bullpen.project.resource;

import java.util.Map;

/**
 * What a URI gives the variables of a template.
 *
 * @param template its name
 * @param values decoded once
 * @param written the same as they stand in the URI
 */
public record TemplateMatch(
    String template, Map<String, String> values, Map<String, String> written) {}
