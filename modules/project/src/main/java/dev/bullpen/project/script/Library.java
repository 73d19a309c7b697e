package dev.bullpen.project.script;

import java.nio.file.Path;

/**
 * A jar that a project brings for its Java programs.
 *
 * @param path its real path
 * @param stamp another one whenever the jar may have changed
 */
public record Library(Path path, String stamp) {}
