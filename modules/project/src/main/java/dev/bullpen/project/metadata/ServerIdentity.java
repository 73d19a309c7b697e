package dev.bullpen.project.metadata;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Who the server says it is, in {@code initialize}, {@code server/discover} and result metadata.
 *
 * @param name programmatic name, never blank
 * @param title name for people, never blank
 * @param version free text, never blank
 * @param icons objects with a string {@code src}, as the project wrote them; to be read only
 * @param cache what it wants clients to know about keeping results: {@code {ttlMs?, scope?}}, as
 *     the project wrote it, or nothing; to be read only
 * @param environment which variables its scripts are to see, as the project wrote it, or nothing;
 *     to be read only
 * @param instructions the text of {@code server.d/server.instructions.md} without its last newlines
 */
public record ServerIdentity(
    String name,
    String title,
    String version,
    Optional<String> description,
    Optional<String> websiteUrl,
    Optional<ArrayNode> icons,
    JsonNode cache,
    JsonNode environment,
    Optional<String> instructions) {}
