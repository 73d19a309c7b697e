package dev.bullpen.api;

import java.nio.file.Path;

/**
 * A folder that the user works in.
 *
 * @param uri as the client named it
 * @param name for people; "" if it has none
 * @param path absolute, all links followed
 */
public record Root(String uri, String name, Path path) {}
