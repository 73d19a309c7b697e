package dev.bullpen.project.script;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A folder or file the client works in.
 *
 * @param uri as the client sent it, else the {@code file} URI of the path
 * @param name for people, if it has one
 * @param path absolute, every link followed
 */
public record Root(String uri, Optional<String> name, Path path) {}
